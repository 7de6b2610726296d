import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { killFirm } from '../../support/kill-firm.ts'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterEach(() => broker.reset())
afterAll(() => broker.stop())

const breakBroker = async (): Promise<void> => {
  await broker.stopApp()
  await broker.startApp()
}

/** Forty of each by `npm run bench:kills`. */
const KILLS = 3

describe('a firm whose programs and broker are killed at random while messages come', () => {
  it.each(['collectors', 'shovel'] as const)('loses none and doubles none in any inbox, taken by %s', async (taker) => {
    const { published, inboxes } = await killFirm({ broker, breakBroker, taker, kills: KILLS, seed: 20261122 })
    expect(published).toBeGreaterThan(0)
    expect(inboxes.filter(({ lost, doubled }) => lost > 0 || doubled > 0)).toEqual([])
    expect(inboxes).toHaveLength(taker === 'shovel' ? 2 : 3)
  })
})
