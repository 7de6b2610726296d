import { beforeEach, describe, expect, it } from 'vitest'
import { createServiceWaits, type ServiceWaits } from '../../../../../src/main/desk/saving/service-waits.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'

describe('createServiceWaits', () => {
  let clock: ManualClock
  let due: string[]
  let ticks: number
  let waits: ServiceWaits
  beforeEach(() => {
    clock = createManualClock()
    due = []
    ticks = 0
    waits = createServiceWaits(clock)
  })

  const begin = (jobId: string, askedMs?: number): void => {
    waits.begin(jobId, { askedMs, onTick: () => (ticks += 1), onDue: () => due.push(jobId) })
  }

  it('waits eight seconds at first, counting down, and then longer up to a minute', async () => {
    for (const seconds of [8, 16, 32, 60, 60]) {
      begin('job')
      ticks = 0
      expect(waits.nextTryInMs('job')).toBe(seconds * 1000)
      for (let second = 1; second < seconds; second += 1) await clock.advance(1000)
      expect(due).toEqual([])
      expect(ticks).toBe(seconds - 1)
      await clock.advance(1000)
      expect(due.splice(0)).toEqual(['job'])
      expect(waits.nextTryInMs('job')).toBeUndefined()
    }
  })

  it('waits as long as the service asked, and never less than it would have by itself', () => {
    begin('job', 3_600_000)
    expect(waits.nextTryInMs('job')).toBe(3_600_000)
    begin('another', 1_000)
    expect(waits.nextTryInMs('another')).toBe(8_000)
  })

  it('waits eight seconds again after somebody ended a wait', async () => {
    begin('job')
    expect(waits.end('job')).toBe(true)
    await clock.advance(60_000)
    expect(due).toEqual([])
    expect(waits.end('job')).toBe(false)
    begin('job')
    expect(waits.nextTryInMs('job')).toBe(8_000)
  })
})
