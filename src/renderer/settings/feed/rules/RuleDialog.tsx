import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { call } from '../../../client/desk-client.ts'
import { useDesk } from '../../../client/desk-store.ts'
import { useAttempt } from '../../../client/use-attempt.ts'
import { CustomerPicker } from '../../../parcel/CustomerPicker.tsx'
import { unresolvedCustomerError } from '../../../parcel/find-customers.ts'
import { ConflictChoice } from '../../../saving/SaveOptions.tsx'
import base from '../../../ui/base/base.module.css'
import { FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { applyFeedCall } from '../../../feed/change-feed.ts'
import { DialogButtons, DocTypesField, StatesField } from '../feed-fields.tsx'
import { type ActingRule, useCustomerNames } from '../feed-words.ts'
import { firstRule, type RuleForm, ruleProblems, type RuleProblems } from './rule-form.ts'
import { RuleFolder, RulePattern } from './RuleFolder.tsx'

interface RuleDialogProps {
  /** Undefined for a new one. */
  readonly rule: ActingRule | undefined
  readonly onClose: () => void
}

/** “When a set of these customers reaches this state, save these documents there.” */
export function RuleDialog({ rule, onClose }: RuleDialogProps): ReactNode {
  const formId = useId()
  const settings = useDesk((desk) => desk.settings)
  const [form, setForm] = useState(() => firstRule(rule, settings))
  const [typedCustomer, setTypedCustomer] = useState('')
  const [problems, setProblems] = useState<RuleProblems>({})
  const { attempt, isBusy, failure } = useAttempt()
  const change = (changed: Partial<RuleForm>): void => setForm((before) => ({ ...before, ...changed }))
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = ruleProblems(form)
    setProblems(wrong)
    const { folderId, name } = form
    // The field says what is wrong: without that customer the rule would apply to every one.
    if (Object.keys(wrong).length > 0 || unresolvedCustomerError(typedCustomer) !== undefined || folderId === undefined)
      return
    const input = { ...form, name: name.trim(), folderId, ruleId: rule?.ruleId ?? null }
    attempt(async () => {
      await applyFeedCall((sessionId) => call('feeds.saveRule', { sessionId, ...input }))
      onClose()
    })
  }
  const footer = <DialogButtons keep="Save the rule" formId={formId} isBusy={isBusy} onClose={onClose} />
  return (
    <Dialog
      title={rule === undefined ? 'Save when a set reaches a state' : `Change “${rule.name}”`}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      footer={footer}
    >
      <form noValidate id={formId} className={base.column} onSubmit={keep}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <When
          form={form}
          problems={problems}
          change={change}
          typedCustomer={typedCustomer}
          setTypedCustomer={setTypedCustomer}
        />
        <Save form={form} problems={problems} change={change} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly form: RuleForm
  readonly problems: RuleProblems
  readonly change: (changed: Partial<RuleForm>) => void
}

interface WhenProps extends FieldsProps {
  readonly typedCustomer: string
  readonly setTypedCustomer: (typed: string) => void
}

function When({ form, problems, change, typedCustomer, setTypedCustomer }: WhenProps): ReactNode {
  const { followed } = useCustomerNames()
  return (
    <>
      <TextField
        label="Name of the rule"
        placeholder="Bills of lading of issued sets"
        value={form.name}
        error={problems.name}
        onChange={(name) => change({ name })}
      />
      <CustomerPicker
        label="When a set of these customers"
        noneChosen="Every followed customer"
        customers={followed}
        selectedIds={form.customers}
        onChange={(customers) => change({ customers: [...customers] })}
        typed={typedCustomer}
        onType={setTypedCustomer}
      />
      <StatesField
        label="reaches one of these states"
        states={form.states}
        error={problems.states}
        onChange={(states) => change({ states })}
      />
    </>
  )
}

function Save({ form, problems, change }: FieldsProps): ReactNode {
  return (
    <>
      <DocTypesField
        label="save documents of these types"
        docTypes={form.docTypes}
        onChange={(docTypes) => change({ docTypes })}
      />
      <RuleFolder folderId={form.folderId} error={problems.folderId} onChange={(folderId) => change({ folderId })} />
      <RulePattern pattern={form.pattern} error={problems.pattern} onChange={(pattern) => change({ pattern })} />
      <ConflictChoice value={form.conflict} onChange={(conflict) => change({ conflict })} />
    </>
  )
}
