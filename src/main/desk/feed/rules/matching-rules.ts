import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import { foldState } from '../../../../shared/text/fold-state.ts'
import type { StoredFeed, StoredRule } from '../../../../engine/feed/feed-settings.ts'

/** A set that has reached a state for which rules have something to do. */
export interface MatchedEntry {
  entry: ListedEntry & { setId: string; state: string }
  rules: StoredRule[]
}

export interface MatchedRules {
  /** Each rule once for a set: of several entries that it is about, the newest. */
  toDo: MatchedEntry[]
  /** Messages older than one that came before them (T42): nothing is done about them, and that is said. */
  passedOver: MatchedEntry[]
}

/** What of these entries rules are about. A rule that names no customer means those who are followed. */
export function matchRules(entries: readonly ListedEntry[], { rules, followed }: StoredFeed): MatchedRules {
  const active = rules.filter(({ isOn }) => isOn)
  if (active.length === 0) return { toDo: [], passedOver: [] }
  const everybody = followed.map(({ customerId }) => customerId)
  const [outdated, current] = [new Map<number, MatchedEntry>(), new Map<number, MatchedEntry>()]
  const matching = entries.flatMap(aboutSet)
  for (const rule of active) {
    const fitting = matching.filter((entry) => fits(rule, entry, everybody))
    const newest = new Map(fitting.filter(({ isOutdated }) => !isOutdated).map((entry) => [entry.setId, entry]))
    for (const entry of newest.values()) note(current, entry, rule)
    for (const entry of fitting) if (entry.isOutdated) note(outdated, entry, rule)
  }
  return { toDo: inOrder(current), passedOver: inOrder(outdated) }
}

function aboutSet(entry: ListedEntry): MatchedEntry['entry'][] {
  const { setId, state, isReadable } = entry
  return isReadable && setId !== null && state !== null ? [{ ...entry, setId, state }] : []
}

function note(matched: Map<number, MatchedEntry>, entry: MatchedEntry['entry'], rule: StoredRule): void {
  const one = matched.get(entry.id) ?? { entry, rules: [] }
  one.rules.push(rule)
  matched.set(entry.id, one)
}

function inOrder(matched: Map<number, MatchedEntry>): MatchedEntry[] {
  return [...matched.values()].toSorted((one, other) => one.entry.id - other.entry.id)
}

function fits(rule: StoredRule, entry: MatchedEntry['entry'], everybody: readonly string[]): boolean {
  const { customers, states } = rule
  const meant = customers.length === 0 ? everybody : customers
  const { customerId, state, seenAt } = entry
  // Instants, not texts; what is no time is before everything.
  if (!(Date.parse(seenAt) >= Date.parse(rule.since))) return false
  return customerId !== null && meant.includes(customerId) && states.some((one) => foldState(one) === state)
}
