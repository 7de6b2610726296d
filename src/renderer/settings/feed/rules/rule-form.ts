import type { Input } from '../../../../shared/contract/contract.ts'
import { patternFlaw } from '../../../../shared/model/name-patterns.ts'
import type { Settings } from '../../../client/desk-store.ts'
import type { Problems } from '../../section/use-form.ts'
import type { ActingRule } from '../feed-words.ts'

/** A rule as in the fields of its dialog. */
export type RuleForm = Omit<ActingRule, 'ruleId' | 'folder' | 'isFolderThere' | 'folderId'> & {
  readonly folderId: string | undefined
}

/** The stored rule; a new one starts with the settings of the last save. */
export function firstRule(rule: ActingRule | undefined, { pattern, conflict }: Settings): RuleForm {
  if (rule !== undefined) return { ...ruleInput(rule) }
  // A rule runs unattended, so it never starts with replacing files.
  const careful = conflict === 'replace' ? 'keep-both' : conflict
  const nothing = { customers: [], states: [], docTypes: [], folderId: undefined }
  return { name: '', isOn: true, ...nothing, pattern, conflict: careful }
}

export function ruleProblems({ name, states, folderId, pattern }: RuleForm): Problems<RuleForm> {
  const wrongPattern = patternFlaw(pattern)
  return {
    ...(name.trim() === '' ? { name: 'Give the rule a name.' } : {}),
    ...(states.length === 0 ? { states: 'Tick at least one state.' } : {}),
    ...(folderId === undefined ? { folderId: 'Choose a folder.' } : {}),
    ...(wrongPattern === undefined ? {} : { pattern: wrongPattern }),
  }
}

/** The part of a rule that the user chooses. */
export function ruleInput(rule: ActingRule): Omit<Input<'feeds.saveRule'>, 'sessionId' | 'ruleId'> {
  const { ruleId: _id, folder: _folder, isFolderThere: _isThere, ...chosen } = rule
  return chosen
}
