import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import { foldState } from '../../shared/text/fold-state.ts'
import type { StoredFeed, StoredRule } from './feed-settings.ts'

/** A set that has just reached a state for which rules have something to do. */
export interface MatchedEntry {
  entry: ListedEntry & { setId: string; state: string }
  rules: StoredRule[]
}

/**
 * What of these entries rules are about. Of several about one set only the newest counts, and none that tells of an older
 * time (T42). A rule that names no customer means those who are followed.
 */
export function matchRules(entries: readonly ListedEntry[], { rules, followed }: StoredFeed): MatchedEntry[] {
  const active = rules.filter(({ isOn }) => isOn)
  if (active.length === 0) return []
  const newest = new Map<string, MatchedEntry['entry']>()
  for (const entry of entries) {
    const { setId, state, isReadable, isOutdated } = entry
    if (isReadable && !isOutdated && setId !== null && state !== null) newest.set(setId, { ...entry, setId, state })
  }
  const everybody = followed.map(({ customerId }) => customerId)
  return [...newest.values()].flatMap((entry) => {
    const fitting = active.filter((rule) => fits(rule, entry, everybody))
    return fitting.length === 0 ? [] : [{ entry, rules: fitting }]
  })
}

function fits(rule: StoredRule, entry: MatchedEntry['entry'], everybody: readonly string[]): boolean {
  const { customers, states } = rule
  const meant = customers.length === 0 ? everybody : customers
  const { customerId, state, seenAt } = entry
  if (seenAt < rule.since) return false
  return customerId !== null && meant.includes(customerId) && states.some((one) => foldState(one) === state)
}
