import { randomUUID } from 'node:crypto'
import { badUsage } from '../../../../shared/errors/app-error.ts'
import type { HandlersOf } from '../../handlers.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { ChosenFolders } from '../../chosen-paths.ts'
import { parseNamePattern } from '../../../../engine/saving/names/name-pattern.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import type { StoredRule } from '../../../../engine/feed/feed-settings.ts'

interface Parts {
  /** Makes the account of the session the one that the feed asks the service as. */
  feedOwnedBy: (sessionId: string) => EnvironmentFeed
  chosen: Pick<ChosenFolders, 'find'>
  clock: ClockPort
}

type RuleMethod = 'feeds.saveRule' | 'feeds.removeRule'

/** Rules for the page. One acts on what comes after it was made or switched on. */
export function createRuleHandlers({ feedOwnedBy, chosen, clock }: Parts): Pick<HandlersOf<'feeds'>, RuleMethod> {
  return {
    'feeds.saveRule': async ({ sessionId, ruleId, ...fields }) => {
      const folder = chosen.find(fields.folderId).path
      parseNamePattern(fields.pattern)
      if (fields.states.every((state) => state.trim() === '')) throw badUsage('The rule names no state.', 'Choose one.')
      const feed = feedOwnedBy(sessionId)
      const { rules } = feed.settings.read()
      const before = rules.find((one) => one.ruleId === ruleId)
      if (ruleId !== null && before === undefined) throw badUsage('This rule is not there any more.', 'Add it anew.')
      const name = fields.name.trim() === '' ? 'Rule without a name' : fields.name.trim()
      const since = before?.isOn === true ? before.since : clock.now().toISOString()
      const rule: StoredRule = { ruleId: before?.ruleId ?? randomUUID(), ...fields, name, folder, since }
      const changed = before === undefined ? [...rules, rule] : rules.map((one) => (one === before ? rule : one))
      feed.settings.change({ rules: changed })
      await feed.apply()
      return feed.view()
    },
    'feeds.removeRule': async ({ sessionId, ruleId }) => {
      const feed = feedOwnedBy(sessionId)
      const { rules } = feed.settings.read()
      feed.settings.change({ rules: rules.filter((one) => one.ruleId !== ruleId) })
      await feed.apply()
      return feed.view()
    },
  }
}
