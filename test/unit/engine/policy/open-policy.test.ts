import { describe, expect, it } from 'vitest'
import { openPolicy } from '../../../../src/engine/policy/open-policy.ts'
import type { PolicyLayer } from '../../../../src/engine/ports/policy.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'

const EMPTY: PolicyLayer['content'] = { flaw: 'is not a JSON object with keys and values' }
const ALLOWS_QUEUE: PolicyLayer['content'] = { values: { CloseToTray: true } }
const FORBIDS_QUEUE: PolicyLayer['content'] = { values: { CloseToTray: true, QueueForbidden: true } }

/** A policy that reads as each of these in turn, and as the last from then on. */
async function openReading(...contents: PolicyLayer['content'][]) {
  let reads = 0
  const clock = createQuickClock()
  const policy = await openPolicy(() => {
    const content = contents[Math.min(reads++, contents.length - 1)] ?? EMPTY
    return Promise.resolve([{ source: 'file', place: '/etc/parcel-desk/policy.json', content }])
  }, clock)
  const forbidsQueue = async () => (await policy.refresh()).values.QueueForbidden
  return { policy, clock, forbidsQueue }
}

describe('a policy that is read again', () => {
  it('counts as soon as it is read', async () => {
    const { policy, clock, forbidsQueue } = await openReading(ALLOWS_QUEUE, FORBIDS_QUEUE)
    expect(await forbidsQueue()).toBe(true)
    expect(policy.current().values.QueueForbidden).toBe(true)
    expect(clock.waitsMs).toEqual([])
  })

  it('counts for nothing while it is being written, when most programs leave it empty for a moment', async () => {
    expect(await (await openReading(ALLOWS_QUEUE, EMPTY, ALLOWS_QUEUE)).forbidsQueue()).toBe(false)
    expect(await (await openReading(ALLOWS_QUEUE, EMPTY, FORBIDS_QUEUE)).forbidsQueue()).toBe(true)
  })

  it('counts as the strictest where it stays what nobody can understand, and costs no further wait', async () => {
    const { clock, forbidsQueue } = await openReading(ALLOWS_QUEUE, EMPTY)
    expect(await forbidsQueue()).toBe(true)
    expect(await forbidsQueue()).toBe(true)
    expect(clock.waitsMs).toEqual([1000])
  })
})
