import { beforeEach, describe, expect, it } from 'vitest'
import { type DeliveryStores, storeDeliveries } from '../../../../src/engine/feed/store-deliveries.ts'
import type { RuleRuns } from '../../../../src/engine/feed/rule-runs.ts'
import type { FeedEntry } from '../../../../src/shared/model/feed-entry.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { EVERY_ENTRY } from '../../../../src/main/desk/feed/environment-feed.ts'
import { memoryFeed, SIGNED, type TestFeed } from '../../../support/test-feed.ts'

const clock = createManualClock()
const batch = [{ tag: 1, isRedelivered: false, body: Buffer.from(JSON.stringify(SIGNED)) }]

let feed: TestFeed
let runs: RuleRuns
beforeEach(() => {
  feed = memoryFeed()
  runs = feed.runs
})

const stored = (): number => feed.page({ filter: EVERY_ENTRY, before: null, count: 9 }).count
function planAll(added: readonly FeedEntry[]): void {
  const at = clock.now().toISOString()
  runs.plan(
    added.map(({ id }) => ({
      ruleId: 'rule',
      ruleName: 'File',
      entryId: id,
      setId: SIGNED.setId,
      state: 'signed',
      at,
    })),
    [],
  )
}
const storesWith = (parts: Partial<DeliveryStores> = {}): DeliveryStores => {
  return { feed, clock, beforeCommit: planAll, ...parts }
}

describe('storeDeliveries', () => {
  it('writes the planned runs with the entries', () => {
    const entries = storeDeliveries(storesWith(), batch)
    expect(entries).toMatchObject([{ setId: SIGNED.setId, seenAt: clock.now().toISOString() }])
    expect(runs.open()).toMatchObject([{ entryId: entries[0]?.id }])
  })

  it('stores entry and planned run together or neither, so that a kill between the two loses no run', () => {
    const beforeCommit = (added: readonly FeedEntry[]): void => {
      planAll(added)
      throw new Error('killed')
    }
    expect(() => storeDeliveries(storesWith({ beforeCommit }), batch)).toThrow('killed')
    expect([stored(), runs.open()]).toEqual([0, []])
    // The broker sends it again, and then it is new.
    expect(storeDeliveries(storesWith(), batch)).toHaveLength(1)
    expect([stored(), runs.open().length]).toEqual([1, 1])
  })

  it('plans nothing for a repetition', () => {
    storeDeliveries(storesWith(), batch)
    const again: number[] = []
    expect(storeDeliveries(storesWith({ beforeCommit: (added) => void again.push(added.length) }), batch)).toEqual([])
    expect(again).toEqual([0])
  })
})
