import { describe, expect, it } from 'vitest'
import type { SaveProgress } from '../../../../../src/shared/model/job.ts'
import { createProgressMeter, type ProgressMeter } from '../../../../../src/engine/saving/transfer/progress-meter.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'

function meterOf(
  planned: number,
  before = { saved: 0, skipped: 0 },
): {
  meter: ProgressMeter
  clock: ManualClock
  standStill: (timeMs: number) => void
  last: () => SaveProgress | undefined
} {
  let stoodStillMs = 0
  const manual = createManualClock()
  const clock = { ...manual, monotonicMs: () => manual.monotonicMs() + stoodStillMs }
  const seen: SaveProgress[] = []
  const onProgress = (progress: SaveProgress): void => void seen.push(progress)
  const status = () => ({ note: 'busy', isServiceAway: false, waitingUntil: null, atOnce: 4, alsoSaving: [] })
  const meter = createProgressMeter({ job: 'job', planned, ...before, clock, status, onProgress })
  const standStill = (timeMs: number): void => {
    stoodStillMs += timeMs
  }
  return { meter, clock, standStill, last: () => seen.at(-1) }
}

describe('createProgressMeter', () => {
  it('counts bytes and documents, those of earlier runs included', () => {
    const { meter, last } = meterOf(10, { saved: 2, skipped: 1 })
    meter.received(1000)
    meter.finished('saved')
    meter.finished('skipped')
    meter.finished('failed')
    meter.end()
    const counts = { planned: 10, done: 5, skipped: 2, failed: 1 }
    expect(last()).toMatchObject({ job: 'job', ...counts, bytes: 1000, note: 'busy' })
  })

  it('estimates the time left from the documents of the last seconds, and gives none before the first', async () => {
    const { meter, clock, last } = meterOf(100)
    meter.end()
    expect(last()?.etaSeconds).toBeNull()
    for (let count = 0; count < 20; count += 1) meter.finished('saved')
    meter.received(40_000)
    await clock.advance(2000)
    meter.end()
    expect(last()).toMatchObject({ etaSeconds: 8, bytesPerSecond: 20_000 })
  })

  it('leaves out of rate and time left how long the process was stopped, as by Ctrl+Z', async () => {
    const { meter, clock, standStill, last } = meterOf(100)
    await clock.advance(1000)
    standStill(60_000)
    await clock.advance(100)
    meter.received(40_000)
    for (let count = 0; count < 20; count += 1) meter.finished('saved')
    await clock.advance(1000)
    expect(last()).toMatchObject({ etaSeconds: 4, bytesPerSecond: 40_000 })
  })

  it('reports ten times a second until it ends', async () => {
    const { meter, clock, last } = meterOf(10)
    meter.received(5)
    await clock.advance(100)
    expect(last()?.bytes).toBe(5)
    meter.end()
    meter.received(5)
    await clock.advance(100)
    expect(last()?.bytes).toBe(5)
  })
})
