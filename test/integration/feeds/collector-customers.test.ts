import { describe, expect, it } from 'vitest'
import { runCollectorChecks } from '../../../src/cli/collect/collector-checks.ts'
import { createLogger } from '../../../src/engine/base/logger.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { FaultRule } from '../../exchange-service/fault-rules.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { memoryFeed } from '../../support/test-feed.ts'
import { startSearch } from '../../support/test-search.ts'

const data = demoData({ setsPerCustomer: 3 })
const [aurora = expect.unreachable()] = data.counterparties

/** What a collector notes of its first check. */
async function firstNotes(customerIds: string[], ...rules: FaultRule[]): Promise<string[]> {
  const { searching } = await startSearch({ data, faults: { rules } })
  const clock = createManualClock()
  const notes: string[] = []
  const stop = new AbortController()
  const checks = runCollectorChecks(
    {
      session: searching,
      feed: memoryFeed(),
      publisher: { publishCheck: () => Promise.resolve() },
      customerIds,
      everyMs: 60_000,
      isActive: () => true,
      onFound: () => undefined,
      note: (sentence) => notes.push(sentence),
      clock,
      logger: createLogger({ write: () => undefined }),
    },
    stop.signal,
  )
  await expect.poll(clock.isWaitedFor).toBe(true)
  stop.abort()
  await checks
  return notes
}

describe('the customers that a collector checks', () => {
  it('are checked by their ids if its account may not list them (T34)', async () => {
    const notes = await firstNotes([aurora.customerId], { match: 'counterparties', kind: '403' })
    expect(notes).toEqual([expect.stringContaining(`${aurora.customerId}: 3 sets noted`)])
  })

  it('have their names from the list, whatever the capitals of their ids', async () => {
    const notes = await firstNotes([aurora.customerId.toUpperCase()])
    expect(notes).toEqual([expect.stringContaining(`${aurora.customerName}: 3 sets noted`)])
  })

  it('are all that can be read of the list, and what of it cannot is said', async () => {
    const notes = await firstNotes([], { match: 'counterparties', kind: 'spoiledRows', rows: 1 })
    expect(notes).toHaveLength(1 + 6)
    expect(notes[0]).toBe('the list of customers: 1 of 7 rows could not be read')
  })
})
