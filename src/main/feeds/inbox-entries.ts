import type { Output } from '../../shared/contract/contract.ts'
import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { EnvironmentFeed } from './environment-feed.ts'
import type { RuleRun } from './rule-runs.ts'

export type EntryView = Output<'inbox.page'>['entries'][number]

/** Entries as the page shows them, with what rules did about them. */
export function describeEntries(
  feed: Pick<EnvironmentFeed, 'runs' | 'settings'>,
  entries: readonly ListedEntry[],
): EntryView[] {
  const runs = feed.runs().ofEntries(entries.map(({ id }) => id))
  const names = new Map(feed.settings.read().followed.map((one) => [one.customerId, one.customerName]))
  return entries.map(({ id, ...entry }) => ({
    entryId: id,
    ...entry,
    customerName: entry.customerName ?? names.get(entry.customerId ?? '') ?? null,
    ruleRuns: (runs.get(id) ?? []).map(describeRun),
  }))
}

function describeRun({ ruleName, state, at, text, note, jobId }: RuleRun): EntryView['ruleRuns'][number] {
  return { ruleName, state, at, text: note === null ? text : `${text} ${note}`, jobId }
}
