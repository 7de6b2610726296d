import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useAttempt } from '../../../client/use-attempt.ts'
import { CustomerPicker } from '../../../parcel/CustomerPicker.tsx'
import { KIND_TITLES } from '../../../parcel/entry-words.ts'
import { unresolvedCustomerError } from '../../../parcel/find-customers.ts'
import base from '../../../ui/base/base.module.css'
import { FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Segmented } from '../../../ui/fields/RadioGroup.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { DialogButtons, StatesField } from '../feed-fields.tsx'
import { type AlertRule, useCustomerNames } from '../feed-words.ts'
import styles from '../feeds.module.css'

interface AlertRuleDialogProps {
  /** Undefined for a new one. */
  readonly rule: AlertRule | undefined
  /** Rejects with DeskFailure. */
  readonly onKeep: (rule: AlertRule) => Promise<void>
  readonly onClose: () => void
}

const SHOWN = [
  { id: 'hidden', title: 'Do not show' },
  { id: 'shown', title: 'Show' },
] as const
const KINDS = ['queue', 'check', 'stream'] as const
const NEW: AlertRule = { customers: [], states: [], kinds: [], reference: '', isShown: false }

/** Which entries a notification rule applies to; every field narrows it. */
export function AlertRuleDialog({ rule: first = NEW, onKeep, onClose }: AlertRuleDialogProps): ReactNode {
  const formId = useId()
  const { followed } = useCustomerNames()
  const [rule, setRule] = useState(first)
  const [typed, setTyped] = useState('')
  const { attempt, isBusy, failure } = useAttempt()
  const change = (changed: Partial<AlertRule>): void => setRule({ ...rule, ...changed })
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    // The field says what is wrong: without that customer the rule would apply to every one.
    if (unresolvedCustomerError(typed) !== undefined) return
    attempt(async () => {
      await onKeep({ ...rule, reference: rule.reference.trim() })
      onClose()
    })
  }
  const footer = <DialogButtons keep="Save the rule" formId={formId} isBusy={isBusy} onClose={onClose} />
  return (
    <Dialog title="Rule for notifications" isOpen isBusy={isBusy} onClose={onClose} footer={footer}>
      <form noValidate id={formId} className={base.column} onSubmit={keep}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Segmented
          label="What to do"
          choices={SHOWN}
          value={rule.isShown ? 'shown' : 'hidden'}
          onChange={(id) => change({ isShown: id === 'shown' })}
        />
        <CustomerPicker
          label="Customers"
          customers={followed}
          selectedIds={rule.customers}
          onChange={(customers) => change({ customers: [...customers] })}
          typed={typed}
          onType={setTyped}
        />
        <StatesField
          label="States: tick none for every state"
          states={rule.states}
          onChange={(states) => change({ states })}
        />
        <KindsField kinds={rule.kinds} onChange={(kinds) => change({ kinds })} />
        <PatternField reference={rule.reference} onChange={(reference) => change({ reference })} />
      </form>
    </Dialog>
  )
}

type Kinds = AlertRule['kinds']

function KindsField({
  kinds,
  onChange,
}: {
  readonly kinds: Kinds
  readonly onChange: (kinds: Kinds) => void
}): ReactNode {
  return (
    <fieldset className={styles.choices}>
      <legend>Source: tick none for every source</legend>
      <div className={styles.ticks}>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            isSelected={kinds.includes(kind)}
            onChange={(isOn) => onChange(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
          >
            {KIND_TITLES[kind]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

interface PatternFieldProps {
  readonly reference: string
  readonly onChange: (reference: string) => void
}

function PatternField({ reference, onChange }: PatternFieldProps): ReactNode {
  return (
    <TextField
      label="Reference"
      isMono
      spellCheck="false"
      placeholder="Every reference"
      description="Of a parcel or shipment. * stands for any text, as in PR-2026-*."
      value={reference}
      onChange={onChange}
    />
  )
}
