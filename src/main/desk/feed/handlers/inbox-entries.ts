import type { Output } from '../../../../shared/contract/contract.ts'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import { isOfWatch, type RuleRun } from '../../../../engine/rules/rule-runs.ts'

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

function describeRun(run: RuleRun): EntryView['ruleRuns'][number] {
  const { ruleName, state, at, jobId } = run
  // A `watch` tries what it owes while it runs, of which nobody here knows when.
  const nextTryAt = state === 'waiting' && !isOfWatch(run) ? run.nextTryAt : null
  return { ruleName, state, at, text: wordsOf(run, nextTryAt), jobId, nextTryAt }
}

function wordsOf(run: RuleRun, nextTryAt: string | null): string {
  const { text, note, state } = run
  if (nextTryAt !== null) return `${text} It is tried again by itself.`
  if (state === 'waiting' && isOfWatch(run)) return `${text} The next such watch goes on with it.`
  return note === null ? text : `${text} ${note}`
}
