import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { runCollectorChecks } from '../../../../src/cli/collect/collector-checks.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { memoryFeed } from '../../../support/test-feed.ts'
import { demoResult } from '../demo-values.ts'

const CUSTOMERS = ['Aurora', 'Borealis', 'Corona'].map((customerName, at) => ({ customerId: `c-${at}`, customerName }))
const BEFORE = '2025-12-31T00:00:00.000Z'

interface CheckRound {
  searched: string[]
  told: string[]
  notes: string[]
}

/** One round over customers that were checked before. What fails, by the customer’s id. */
async function checkRound(failures: { search?: Record<string, Failure>; tell?: Record<string, Failure> }) {
  const [feed, clock, stop] = [memoryFeed(), createManualClock(), new AbortController()]
  const round: CheckRound = { searched: [], told: [], notes: [] }
  for (const { customerId } of CUSTOMERS) feed.recordCheck(customerId, BEFORE)
  let isWaiting = false
  const wait: typeof clock.wait = async (...request) => {
    isWaiting = true
    await clock.wait(...request)
  }
  const running = runCollectorChecks(
    {
      session: {
        findCustomers: () => Promise.resolve({ customers: CUSTOMERS, problems: [], isWhole: true }),
        search: ({ customers: [customerId = ''] }) => {
          round.searched.push(customerId)
          const failure = failures.search?.[customerId]
          return failure === undefined ? Promise.resolve(demoResult([])) : Promise.reject(new AppError(failure))
        },
      },
      feed,
      publisher: {
        publishCheck: ({ customerId }) => {
          const failure = failures.tell?.[customerId]
          if (failure !== undefined) return Promise.reject(new AppError(failure))
          round.told.push(customerId)
          return Promise.resolve()
        },
      },
      customerIds: [],
      everyMs: 3_600_000,
      isActive: () => true,
      onFound: () => undefined,
      note: (sentence) => round.notes.push(sentence),
      clock: { ...clock, wait },
      logger: createLogger({ write: () => undefined }),
    },
    stop.signal,
  )
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  await vi.waitFor(() => expect(isWaiting).toBe(true))
  return round
}

describe('a round of checks of the collector', () => {
  it('goes on with the other customers after one that cannot be searched, or has no stream (T34)', async () => {
    const reason = 'no stream is bound to it for “check.c-1”'
    const { told, notes } = await checkRound({
      search: { 'c-0': { tag: 'access-denied', endpoint: 'the search' } },
      tell: { 'c-1': { tag: 'not-published', exchange: 'parcel.status', broker: 'mq.firm:5671', reason } },
    })
    expect(told).toEqual(['c-2'])
    expect(notes).toEqual([
      expect.stringMatching(/^The check by search of Aurora was not told to the desks, which check themselves\. /),
      expect.stringMatching(/^The check by search of Borealis was not told .* no stream is bound/),
      'Corona: 0 sets checked by search, 0 changes told to the desks.',
    ])
  })

  it.each<Failure>([
    { tag: 'sign-in-refused', username: 'ops', origin: 'https://a.example' },
    { tag: 'service-unreachable', origin: 'https://a.example', reason: 'no route' },
    { tag: 'service-failing', endpoint: 'the search', status: 503, retryAfterMs: 3_600_000 },
    { tag: 'timed-out', endpoint: 'the search', waitedFor: 'answer', timeoutMs: 30_000 },
  ])('ends where the same would happen to every customer: $tag', async (failure) => {
    const { searched, notes } = await checkRound({ search: { 'c-0': failure } })
    expect(searched).toEqual(['c-0'])
    expect(notes).toHaveLength(1)
  })

  it('ends where the firm’s broker refuses the password, which would be locked (T31)', async () => {
    const failure: Failure = { tag: 'broker-refused', username: 'parcel-collector', broker: 'mq.firm:5671' }
    const { searched } = await checkRound({ tell: { 'c-0': failure } })
    expect(searched).toEqual(['c-0'])
  })
})
