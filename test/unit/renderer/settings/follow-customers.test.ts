import { expect, describe, it } from 'vitest'
import { createFollowStore } from '../../../../src/renderer/settings/feed/follow-customers.ts'

describe('following customers', () => {
  it('sends the latest choice after the one under way, and none in between', async () => {
    const sent: string[][] = []
    const store = createFollowStore({
      feed: () => undefined,
      send: async (customers) => void sent.push(customers.map(({ customerId }) => customerId)),
    })
    const first = store.follow(['a'])
    void store.follow(['a', 'b'])
    void store.follow(['a', 'b', 'c'])
    await first
    expect(sent).toEqual([['a'], ['a', 'b', 'c']])
    expect(store.getState().chosen).toBeUndefined()
  })
})
