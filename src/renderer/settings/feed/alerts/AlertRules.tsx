import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import settingsStyles from '../../SettingsScreen.module.css'
import { Button } from '../../../ui/actions/Button.tsx'
import { IconButton } from '../../../ui/actions/IconButton.tsx'
import { showToast } from '../../../ui/feedback/toast-queue.ts'
import { AlertRuleDialog } from './AlertRuleDialog.tsx'
import { type AlertRule, alertRuleWords } from '../feed-words.ts'
import styles from '../feeds.module.css'
import { useCustomerNames } from '../use-customer-names.ts'

interface AlertRulesProps {
  readonly rules: readonly AlertRule[]
  readonly onChange: (rules: readonly AlertRule[]) => void
}

/** Which entries are shown: the first rule that fits decides, and what fits none is shown. */
export function AlertRules({ rules, onChange }: AlertRulesProps): ReactNode {
  // The place of the one that is edited; that of a new one is behind the last.
  const [edited, setEdited] = useState<number>()
  const close = (): void => setEdited(undefined)
  return (
    <section aria-label="Which changes are shown" className={styles.form}>
      <h3>Which changes are shown</h3>
      <p className={settingsStyles.muted}>
        {rules.length === 0
          ? 'Every change is shown. Rules can leave some out.'
          : 'The first rule that fits decides. What fits none is shown.'}
      </p>
      {rules.length > 0 && (
        <ol className={settingsStyles.rows}>
          {rules.map((rule, at) => (
            <RuleRow key={at} at={at} rules={rules} onChange={onChange} onEdit={() => setEdited(at)} rule={rule} />
          ))}
        </ol>
      )}
      <div>
        <Button icon={Plus} onPress={() => setEdited(rules.length)}>
          Add a rule…
        </Button>
      </div>
      {edited !== undefined && (
        <AlertRuleDialog
          rule={rules[edited]}
          onClose={close}
          onKeep={(rule) => {
            onChange(withRule(rules, edited, rule))
            close()
          }}
        />
      )}
    </section>
  )
}

interface RuleRowProps extends AlertRulesProps {
  readonly rule: AlertRule
  readonly at: number
  readonly onEdit: () => void
}

function RuleRow({ rule, at, rules, onChange, onEdit }: RuleRowProps): ReactNode {
  const { nameOf } = useCustomerNames()
  const words = alertRuleWords(rule, nameOf)
  const remove = (): void => {
    onChange(rules.filter((_, place) => place !== at))
    showToast({ text: 'The rule is removed.', undo: () => onChange(rules) })
  }
  return (
    <li className={settingsStyles.row}>
      <p className={settingsStyles.words}>{words}</p>
      <div className={settingsStyles.actions}>
        <IconButton
          label="Earlier"
          icon={ArrowUp}
          isDisabled={at === 0}
          onPress={() => onChange(moved(rules, at, -1))}
        />
        <IconButton
          label="Later"
          icon={ArrowDown}
          isDisabled={at === rules.length - 1}
          onPress={() => onChange(moved(rules, at, 1))}
        />
        <Button variant="quiet" aria-label={`Change: ${words}`} onPress={onEdit}>
          Change
        </Button>
        <Button variant="quiet" aria-label={`Remove: ${words}`} onPress={remove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

/** The list with one rule changed in its place, or added behind the last. */
export function withRule<Rule>(rules: readonly Rule[], at: number, rule: Rule): Rule[] {
  return at >= rules.length ? [...rules, rule] : rules.with(at, rule)
}

/** The list with one rule a place earlier (-1) or later (1); at the end of the list it stays. */
export function moved<Rule>(rules: readonly Rule[], at: number, by: -1 | 1): readonly Rule[] {
  const rule = rules[at]
  const to = at + by
  if (rule === undefined || to < 0 || to >= rules.length) return rules
  return rules.toSpliced(at, 1).toSpliced(to, 0, rule)
}
