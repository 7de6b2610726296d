import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { afterFailure, executeRun } from '../../../../src/engine/rules/execute-run.ts'
import type { Arrival } from '../../../../src/engine/feed/inbox/inbox-arrivals.ts'
import type { FeedStore } from '../../../../src/engine/feed/inbox/inbox-store.ts'
import type { ParcelSession } from '../../../../src/engine/parcel-desk.ts'
import type { RuleRun } from '../../../../src/engine/feed/rule-runs.ts'
import type { ListedEntry } from '../../../../src/shared/model/feed-entry.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { parcelSet } from '../../../support/parcel-sets.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { arrival, memoryFeed, SIGNED } from '../../../support/test-feed.ts'
import { demoPlan, demoResult } from '../../cli/demo-values.ts'

const run: RuleRun = {
  runId: 1,
  ruleId: 'rule',
  entryId: 1,
  ruleName: 'Held titles',
  state: 'waiting',
  at: '2026-11-20T06:30:00.000Z',
  text: 'About to be saved.',
  note: null,
  jobId: null,
  attempts: 0,
  nextTryAt: null,
}

describe('a run whose service fails', () => {
  it.each([
    ['after the usual wait', undefined, 5_000],
    ['after the usual wait where the service asks for less', 1_000, 5_000],
    ['not before the time that the service asks for (T33)', 3_600_000, 3_600_000],
  ])('is tried again %s', (_when, retryAfterMs, waitMs) => {
    const context = { clock: createManualClock(), logger: createLogger({ write: () => undefined }) }
    const failure = { tag: 'service-failing', endpoint: 'the search', status: 503 } as const
    const { nextTryAt } = afterFailure(context, run, {
      ...failure,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
    expect(Date.parse(nextTryAt ?? '') - context.clock.now().getTime()).toBe(waitMs)
  })
})

describe('a run of a message that is outdated by its time', () => {
  const sets = [parcelSet({ setId: 'set', status: 'transfer_drafted' })]

  /** The service shows “Transfer drafted” by now. */
  async function runOf(feed: FeedStore, entry: ListedEntry): Promise<string> {
    const session: Pick<ParcelSession, 'sets' | 'search' | 'planSets'> = {
      sets: {
        read: () => sets,
        history: () => undefined,
        rowChanges: () => [],
        servicesOf: () => [],
        savedDocuments: () => new Map(),
        savedVersions: () => [],
        find: () => Promise.resolve(undefined),
        loadDocuments: () => Promise.resolve('listed'),
      },
      search: () => Promise.resolve(demoResult([])),
      planSets: () => Promise.resolve(demoPlan()),
    }
    const rule = { folder: await tempFolder(), pattern: '{name}', docTypes: [], conflict: 'keep-both' as const }
    const changes = await executeRun(
      { session, store: () => feed, clock: createManualClock(), save: ({ note }) => ({ text: note ?? '' }) },
      { run, rule, entry },
      new AbortController().signal,
    )
    return changes.text ?? ''
  }

  const told = (newStatus: string, second: number): Arrival =>
    arrival({ ...SIGNED, newStatus, updatedDate: `Fri Nov 20 10:11:0${second} UTC 2026` })

  it('does nothing where the set has moved on, unless a newer message reported its state again: the run serves both', async () => {
    const feed = memoryFeed()
    const [, outdated] = feed.add([told('ISSUED', 2), told('TITLE_HELD', 1)])
    if (outdated === undefined) throw new Error('there is no entry')
    expect(await runOf(feed, outdated)).toBe('Nothing to do: already Transfer drafted.')
    feed.add([told('TITLE_HELD', 3)])
    expect(await runOf(feed, outdated)).toBe('The set is Transfer drafted already.')
  })
})
