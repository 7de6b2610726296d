import { expect, describe, it } from 'vitest'
import type { FeedView } from '../../../../src/renderer/client/desk-store.ts'
import { createFollowStore, type FollowStore } from '../../../../src/renderer/feed/follow-customers.ts'

interface SampleStore {
  readonly store: FollowStore
  /** Which customers were sent to be followed, call by call. */
  readonly sent: string[][]
  /** Calls fail from now on. */
  fail(): void
}

/** Over a main process that follows whoever it is sent, beginning with these. */
function sampleStore(...first: readonly string[]): SampleStore {
  const sent: string[][] = []
  let followed = first
  let isDown = false
  const store = createFollowStore({
    feed: () => feedOf(followed),
    send: async (customers) => {
      const ids = customers.map(({ customerId }) => customerId)
      sent.push(ids)
      await Promise.resolve()
      if (isDown) throw new Error('the service is down')
      followed = ids
    },
  })
  return { store, sent, fail: () => void (isDown = true) }
}

function feedOf(customerIds: readonly string[]): Pick<FeedView, 'followed' | 'brokers'> {
  const followed = customerIds.map((customerId): FeedView['followed'][number] => ({
    customerId,
    customerName: customerId,
    brokerId: null,
    queue: null,
    check: { state: 'never', at: null, nextAt: null, sentence: '', found: 0 },
  }))
  return { followed, brokers: [] }
}

describe('following customers', () => {
  it('sends the latest choice after the one under way, and none in between', async () => {
    const { store, sent } = sampleStore()
    const first = store.follow(['a'])
    void store.follow(['a', 'b'])
    void store.follow(['a', 'b', 'c'])
    await first
    expect(sent).toEqual([['a'], ['a', 'b', 'c']])
    expect(store.getState().chosen).toBeUndefined()
  })

  it('adds one to those that are still being followed, and takes it back alone', async () => {
    const { store, sent } = sampleStore('a')
    await Promise.all([store.add('b'), store.add('c')])
    expect(sent.at(-1)).toEqual(['a', 'b', 'c'])
    await store.remove('c')
    expect(sent.at(-1)).toEqual(['a', 'b'])
  })

  it('fails for whoever asked, and shows again who is followed', async () => {
    const { store, fail } = sampleStore('a')
    fail()
    await expect(store.add('b')).rejects.toThrow('the service is down')
    expect(store.getState().chosen).toBeUndefined()
  })

  it('sends a later choice although the one before it failed', async () => {
    const { store, sent, fail } = sampleStore()
    fail()
    const both = Promise.allSettled([store.add('a'), store.add('b')])
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(sent).toEqual([['a'], ['a', 'b']])
  })

  it('sends nothing that was chosen in another account', async () => {
    const { store, sent } = sampleStore()
    const choosing = Promise.all([store.follow(['a']), store.follow(['a', 'b'])])
    store.leave()
    await choosing
    expect(sent).toEqual([['a']])
  })
})
