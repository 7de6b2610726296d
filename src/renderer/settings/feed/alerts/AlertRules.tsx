import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CommandButton } from '../../../commands/CommandButton.tsx'
import { IconButton } from '../../../ui/actions/IconButton.tsx'
import base from '../../../ui/base/base.module.css'
import { showToast } from '../../../ui/feedback/toast-queue.ts'
import { EditableRow } from '../../section/SettingsRow.tsx'
import { useSectionCommands } from '../../section/use-section-commands.ts'
import settingsStyles from '../../SettingsScreen.module.css'
import { type AlertRule, alertRuleWords, useCustomerNames } from '../feed-words.ts'
import { AlertRuleDialog } from './AlertRuleDialog.tsx'

interface RulesProps {
  readonly rules: readonly AlertRule[]
  readonly onChange: (rules: readonly AlertRule[]) => void
}

interface AlertRulesProps extends RulesProps {
  /** The same from a dialog, which waits for it and shows why it failed. */
  readonly onKeep: (rules: readonly AlertRule[]) => Promise<void>
}

/** Which entries are shown: the first matching rule decides; without one, the entry is shown. */
export function AlertRules({ rules, onChange, onKeep }: AlertRulesProps): ReactNode {
  // The index of the rule being edited; a new one has the index after the last.
  const [edited, setEdited] = useState<number>()
  const close = (): void => setEdited(undefined)
  useSectionCommands('alerts', [
    { id: 'alertRules.add', title: 'Add a rule for notifications…', run: () => setEdited(rules.length) },
  ])
  return (
    <section aria-label="Which changes are shown" className={base.column}>
      <h3>Which changes are shown</h3>
      <p className={base.muted}>
        {rules.length === 0
          ? 'Every change is shown. Rules can leave some out.'
          : 'The first matching rule decides. Changes without one are shown.'}
      </p>
      {rules.length > 0 && (
        <ol className={settingsStyles.rows}>
          {rules.map((rule, at) => (
            <RuleRow key={at} at={at} rules={rules} onChange={onChange} onEdit={() => setEdited(at)} rule={rule} />
          ))}
        </ol>
      )}
      <div>
        <CommandButton id="alertRules.add" icon={Plus}>
          Add a rule…
        </CommandButton>
      </div>
      {edited !== undefined && (
        <AlertRuleDialog
          rule={rules[edited]}
          onClose={close}
          onKeep={(rule) => onKeep(withRule(rules, edited, rule))}
        />
      )}
    </section>
  )
}

interface RuleRowProps extends RulesProps {
  readonly rule: AlertRule
  readonly at: number
  readonly onEdit: () => void
}

function RuleRow({ rule, at, rules, onChange, onEdit }: RuleRowProps): ReactNode {
  const { nameOf } = useCustomerNames()
  const words = alertRuleWords(rule, nameOf)
  const remove = (): void => {
    onChange(rules.filter((_, place) => place !== at))
    showToast({ text: 'Rule removed', undo: () => onChange(rules) })
  }
  return (
    <EditableRow
      name={`“${words}”`}
      onEdit={onEdit}
      onRemove={remove}
      moreActions={
        <>
          <IconButton
            label="Earlier"
            icon={ArrowUp}
            isDisabled={at === 0}
            onPress={() => onChange(moveRule(rules, at, -1))}
          />
          <IconButton
            label="Later"
            icon={ArrowDown}
            isDisabled={at === rules.length - 1}
            onPress={() => onChange(moveRule(rules, at, 1))}
          />
        </>
      }
    >
      <p>{words}</p>
    </EditableRow>
  )
}

/** The list with one rule changed in place, or added at the end. */
export function withRule<Rule>(rules: readonly Rule[], at: number, rule: Rule): Rule[] {
  return at >= rules.length ? [...rules, rule] : rules.with(at, rule)
}

/** The list with one rule moved a place earlier (-1) or later (1), if it can be. */
export function moveRule<Rule>(rules: readonly Rule[], at: number, by: -1 | 1): readonly Rule[] {
  const rule = rules[at]
  const to = at + by
  if (rule === undefined || to < 0 || to >= rules.length) return rules
  return rules.toSpliced(at, 1).toSpliced(to, 0, rule)
}
