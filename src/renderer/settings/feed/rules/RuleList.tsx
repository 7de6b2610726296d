import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { call } from '../../../client/desk-client.ts'
import { useDesk } from '../../../client/desk-store.ts'
import base from '../../../ui/base/base.module.css'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Chip } from '../../../ui/fields/ChipList.tsx'
import { EditableRow, RemoveDialog } from '../../section/SettingsRow.tsx'
import settingsStyles from '../../SettingsScreen.module.css'
import { applyFeedCall, changeFeed } from '../../../feed/change-feed.ts'
import { type ActingRule, actingRuleWords, useCustomerNames } from '../feed-words.ts'
import { ruleInput } from './rule-form.ts'
import { closeRule, openRule, rulesStore } from './rules-store.ts'
import { RuleDialog } from './RuleDialog.tsx'

/** What is saved when a set reaches a state. */
export function RuleList(): ReactNode {
  const rules = useDesk(({ feed }) => feed?.view.rules) ?? []
  const edited = useStore(rulesStore, (state) => state.edited)
  const [removed, setRemoved] = useState<ActingRule>()
  return (
    <>
      {rules.length > 0 && (
        <ul className={settingsStyles.rows}>
          {rules.map((rule) => (
            <RuleRow key={rule.ruleId} rule={rule} onRemove={() => setRemoved(rule)} />
          ))}
        </ul>
      )}
      {edited !== undefined && <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={closeRule} />}
      <RemoveDialog removed={removed} kind="rule" onRemove={remove} onClose={() => setRemoved(undefined)}>
        <p>It will save nothing more. What it has saved stays where it is.</p>
      </RemoveDialog>
    </>
  )
}

async function remove({ ruleId }: ActingRule): Promise<void> {
  await applyFeedCall((sessionId) => call('feeds.removeRule', { sessionId, ruleId }))
}

function RuleRow({ rule, onRemove }: { readonly rule: ActingRule; readonly onRemove: () => void }): ReactNode {
  const { nameOf } = useCustomerNames()
  const { name, isOn, folder, isFolderThere, pattern } = rule
  const switchTo = (on: boolean): void =>
    void changeFeed('automatic', (sessionId) =>
      call('feeds.saveRule', { sessionId, ...ruleInput(rule), ruleId: rule.ruleId, isOn: on }),
    )
  return (
    <EditableRow name={name} onEdit={() => openRule(rule)} onRemove={onRemove}>
      <Checkbox isSelected={isOn} onChange={switchTo}>
        <span className={settingsStyles.name}>{name}</span>
      </Checkbox>
      <p>{actingRuleWords(rule, nameOf)}</p>
      <p className={base.path}>
        {folder} · {pattern}
      </p>
      {!isFolderThere && <Chip tone="warning">The folder cannot be found now</Chip>}
    </EditableRow>
  )
}
