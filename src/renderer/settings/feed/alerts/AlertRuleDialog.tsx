import { type ReactNode, useState } from 'react'
import { FEED_SOURCES } from '../../../../shared/model/feed-entry.ts'
import { CustomerPicker } from '../../../parcel/CustomerPicker.tsx'
import { KIND_TITLES } from '../../../parcel/entry-words.ts'
import { unresolvedCustomerError } from '../../../parcel/find-customers.ts'
import { Segmented } from '../../../ui/fields/RadioGroup.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../section/FormDialog.tsx'
import { useForm } from '../../section/use-form.ts'
import { StatesField, Ticks } from '../feed-fields.tsx'
import { type AlertRule, useCustomerNames } from '../feed-words.ts'

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
const KINDS = FEED_SOURCES.map((id) => ({ id, title: KIND_TITLES[id] }))
const NEW: AlertRule = { customers: [], states: [], kinds: [], reference: '', isShown: false }

/** Which entries a notification rule applies to; every field narrows it. */
export function AlertRuleDialog({ rule: first = NEW, onKeep, onClose }: AlertRuleDialogProps): ReactNode {
  const { followed } = useCustomerNames()
  const { form: rule, change, text } = useForm(() => first)
  const [typed, setTyped] = useState('')
  const keep = (): (() => Promise<void>) | undefined =>
    // The field says what is wrong: without that customer the rule would apply to every one.
    unresolvedCustomerError(typed) === undefined
      ? () => onKeep({ ...rule, reference: rule.reference.trim() })
      : undefined
  return (
    <FormDialog title="Rule for notifications" keep="Save the rule" onKeep={keep} onClose={onClose}>
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
      <Ticks
        legend="Source: tick none for every source"
        choices={KINDS}
        ticked={rule.kinds}
        onChange={(kinds) => change({ kinds })}
      />
      <TextField
        label="Reference"
        isMono
        spellCheck="false"
        placeholder="Every reference"
        description="Of a parcel or shipment. * stands for any text, as in PR-2026-*."
        {...text('reference')}
      />
    </FormDialog>
  )
}
