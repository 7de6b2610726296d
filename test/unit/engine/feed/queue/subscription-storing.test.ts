import { describe, expect, it } from 'vitest'
import { parseMessage } from '../../../../../src/engine/feed/inbox/parse-message.ts'
import { settled } from '../../../../support/scripted-link.ts'
import { CUT, delivery, startedSubscription } from '../../../../support/test-subscription.ts'

describe('a message that a subscription receives', () => {
  it('is stored in one batch with its neighbours, which is acknowledged once, up to its last message', async () => {
    const { link, stored } = await startedSubscription()
    await link.latest().succeed()
    for (const tag of [1, 2, 3]) link.latest().receiver.delivered(delivery(tag))
    expect(link.latest().acknowledged).toEqual([])
    await settled()
    expect(stored.map((batch) => batch.map(({ tag }) => tag))).toEqual([[1, 2, 3]])
    expect(link.latest().acknowledged).toEqual([3])
  })

  it('is truncated where it is too large, stored as unreadable and acknowledged, or it would come for ever (W-L1)', async () => {
    const { link, stored } = await startedSubscription()
    await link.latest().succeed()
    const whole = Buffer.from(JSON.stringify({ setId: 's', newStatus: 'Signed' }).padEnd(3_000_000))
    link.latest().receiver.delivered({ ...delivery(1), body: whole })
    link.latest().receiver.delivered(delivery(2))
    await settled()
    const [[cut, next] = []] = stored
    expect(cut?.body.length).toBeLessThan(1_000_200)
    expect(cut?.body.toString().slice(-100)).toContain(
      '[cut here: the message has 3.0 MB, and at most 1.0 MB are kept]',
    )
    expect(parseMessage(cut?.body ?? whole)).toMatchObject({ reason: 'it is not JSON' })
    expect(next).toEqual(delivery(2))
    expect(link.latest().acknowledged).toEqual([2])
  })

  it('waits some turns of the event loop while more arrive, because every batch costs a flush', async () => {
    const { link, stored } = await startedSubscription()
    await link.latest().succeed()
    for (const tag of [1, 2, 3]) {
      link.latest().receiver.delivered(delivery(tag))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await settled()
    expect(stored.map((batch) => batch.map(({ tag }) => tag))).toEqual([[1, 2, 3]])
  })

  it('is stored in the end however steadily more arrive', async () => {
    const { link, stored } = await startedSubscription()
    await link.latest().succeed()
    for (let tag = 1; tag <= 40; tag += 1) {
      link.latest().receiver.delivered(delivery(tag))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(stored.length).toBeGreaterThan(2)
  })

  it('waits for the link where it arrives before it, because only that link can acknowledge it', async () => {
    const { link, stored } = await startedSubscription()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    expect(stored).toEqual([])
    await link.latest().succeed()
    expect(link.latest().acknowledged).toEqual([1])
  })

  it('is acknowledged only on the link that delivered it', async () => {
    const { link, stored, clock } = await startedSubscription()
    const first = link.latest()
    await first.succeed()
    first.receiver.delivered(delivery(7))
    first.receiver.lost(CUT)
    await settled()
    await clock.advance(1_000)
    await settled()
    await link.latest().succeed()
    await settled()
    expect(link.attempts).toHaveLength(2)
    expect(link.latest().acknowledged).toEqual([])
    expect(stored.flat().length).toBe(first.acknowledged.length)
  })

  it('is stored within the batch limit, and the rest afterwards', async () => {
    let taken: readonly unknown[] = []
    const { link, stored } = await startedSubscription({ batchLimit: () => (taken.length === 0 ? 2 : 1) })
    taken = stored
    await link.latest().succeed()
    for (const tag of [1, 2, 3, 4]) link.latest().receiver.delivered(delivery(tag))
    await settled()
    expect(stored.map((batch) => batch.map(({ tag }) => tag))).toEqual([[1, 2], [3], [4]])
    expect(link.latest().acknowledged).toEqual([2, 3, 4])
  })

  it('is neither stored nor acknowledged after stop: the broker keeps it', async () => {
    const { link, stored, subscription } = await startedSubscription()
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await subscription.stop()
    await settled()
    expect(stored).toEqual([])
    expect(link.latest()).toMatchObject({ acknowledged: [], isClosed: true })
    expect(subscription.status().state).toBe('off')
  })

  it('is acknowledged even where storing it was the reason to stop', async () => {
    let stopping: Promise<void> | undefined
    const { link } = await startedSubscription({
      beforeStore: (subscription) => {
        stopping = subscription.stop()
      },
    })
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    await stopping
    expect(link.latest()).toMatchObject({ acknowledged: [1], isClosed: true })
  })
})
