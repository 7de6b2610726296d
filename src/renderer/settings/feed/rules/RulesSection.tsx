import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../../client/desk-client.ts'
import { useDesk } from '../../../client/desk-store.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Chip } from '../../../ui/fields/ChipList.tsx'
import { EditableRow, RemoveDialog } from '../../section/SettingsRow.tsx'
import { SettingsSection } from '../../section/SettingsSection.tsx'
import settingsStyles from '../../SettingsScreen.module.css'
import { applyFeedCall, changeFeed } from '../../../feed/change-feed.ts'
import { type ActingRule, actingRuleWords, useCustomerNames } from '../feed-words.ts'
import { ruleInput } from './rule-form.ts'
import { RuleDialog } from './RuleDialog.tsx'

/** What is saved automatically when something happens. */
export function RulesSection(): ReactNode {
  const rules = useDesk(({ feed }) => feed?.view.rules)
  const [edited, setEdited] = useState<ActingRule | 'new'>()
  const [removed, setRemoved] = useState<ActingRule>()
  if (rules === undefined) return null
  const remove = async (): Promise<void> => {
    if (removed === undefined) return
    const { ruleId } = removed
    await applyFeedCall((sessionId) => call('feeds.removeRule', { sessionId, ruleId }))
  }
  return (
    <SettingsSection
      section="rules"
      about="When a set reaches a state, its documents are saved automatically. The entry in the Inbox says what a rule did."
    >
      {rules.length > 0 && (
        <ul className={settingsStyles.rows}>
          {rules.map((rule) => (
            <RuleRow key={rule.ruleId} rule={rule} onEdit={() => setEdited(rule)} onRemove={() => setRemoved(rule)} />
          ))}
        </ul>
      )}
      <div>
        <Button icon={Plus} onPress={() => setEdited('new')}>
          Add a rule that saves…
        </Button>
      </div>
      {edited !== undefined && (
        <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <RemoveDialog name={removed?.name} kind="rule" onRemove={remove} onClose={() => setRemoved(undefined)}>
        <p>It will save nothing more. What it has saved stays where it is.</p>
      </RemoveDialog>
    </SettingsSection>
  )
}

interface RuleRowProps {
  readonly rule: ActingRule
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function RuleRow({ rule, onEdit, onRemove }: RuleRowProps): ReactNode {
  const { nameOf } = useCustomerNames()
  const { name, isOn, folder, isFolderThere, pattern } = rule
  const switchTo = (on: boolean): void =>
    void changeFeed('rules', (sessionId) =>
      call('feeds.saveRule', { sessionId, ...ruleInput(rule), ruleId: rule.ruleId, isOn: on }),
    )
  return (
    <EditableRow name={name} onEdit={onEdit} onRemove={onRemove}>
      <Checkbox isSelected={isOn} onChange={switchTo}>
        <span className={settingsStyles.name}>{name}</span>
      </Checkbox>
      <p>{actingRuleWords(rule, nameOf)}</p>
      <p className={settingsStyles.path}>
        {folder} · {pattern}
      </p>
      {!isFolderThere && <Chip tone="warning">The folder cannot be found now</Chip>}
    </EditableRow>
  )
}
