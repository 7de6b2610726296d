import { type ReactNode, useState } from 'react'
import { call } from '../../../client/desk-client.ts'
import { useDesk } from '../../../client/desk-store.ts'
import { CustomerPicker } from '../../../parcel/CustomerPicker.tsx'
import { unresolvedCustomerError } from '../../../parcel/find-customers.ts'
import { ConflictChoice } from '../../../saving/SaveOptions.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../section/FormDialog.tsx'
import { type TypedForm, useForm } from '../../section/use-form.ts'
import { applyFeedCall } from '../../../feed/change-feed.ts'
import { DocTypesField, StatesField } from '../feed-fields.tsx'
import { type ActingRule, useCustomerNames } from '../feed-words.ts'
import { firstRule, type RuleForm, ruleProblems } from './rule-form.ts'
import { RuleFolder, RulePattern } from './RuleFolder.tsx'

interface RuleDialogProps {
  /** Undefined for a new one. */
  readonly rule: ActingRule | undefined
  readonly onClose: () => void
}

/** “When a set of these customers reaches this state, save these documents there.” */
export function RuleDialog({ rule, onClose }: RuleDialogProps): ReactNode {
  const settings = useDesk((desk) => desk.settings)
  const fields = useForm(() => firstRule(rule, settings))
  const [typedCustomer, setTypedCustomer] = useState('')
  const { form, passes } = fields
  const keep = (): (() => Promise<unknown>) | undefined => {
    const { folderId, name } = form
    // The field says what is wrong: without that customer the rule would apply to every one.
    const isResolved = unresolvedCustomerError(typedCustomer) === undefined
    if (!passes(ruleProblems(form)) || !isResolved || folderId === undefined) return undefined
    const input = { ...form, name: name.trim(), folderId, ruleId: rule?.ruleId ?? null }
    return () => applyFeedCall((sessionId) => call('feeds.saveRule', { sessionId, ...input }))
  }
  const title = rule === undefined ? 'Save when a set reaches a state' : `Change “${rule.name}”`
  return (
    <FormDialog title={title} keep="Save the rule" onKeep={keep} onClose={onClose}>
      <When {...fields} typedCustomer={typedCustomer} setTypedCustomer={setTypedCustomer} />
      <Save {...fields} />
    </FormDialog>
  )
}

type FieldsProps = TypedForm<RuleForm>

interface WhenProps extends FieldsProps {
  readonly typedCustomer: string
  readonly setTypedCustomer: (typed: string) => void
}

function When({ form, problems, change, text, typedCustomer, setTypedCustomer }: WhenProps): ReactNode {
  const { followed } = useCustomerNames()
  return (
    <>
      <TextField label="Name of the rule" placeholder="Bills of lading of issued sets" {...text('name')} />
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
