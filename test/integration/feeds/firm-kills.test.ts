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

const KILLS = 12

describe('a firm whose programs and broker are killed at random while messages come', () => {
  it('loses none and doubles none in any inbox', { tags: 'soak' }, async () => {
    const { published, inboxes } = await killFirm({ broker, breakBroker, kills: KILLS, seed: 20261122 })
    expect(published).toBeGreaterThan(0)
    expect(inboxes.filter(({ lost, doubled }) => lost > 0 || doubled > 0)).toEqual([])
    expect(inboxes).toHaveLength(3)
  })
})
