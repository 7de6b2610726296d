import { describe, expect, it } from 'vitest'
import type { SaveProgress } from '../../../../../src/shared/model/job.ts'
import { createProgressMeter, type ProgressMeter } from '../../../../../src/engine/saving/transfer/progress-meter.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'

function meterOf(
  planned: number,
  before = { saved: 0, skipped: 0 },
): { meter: ProgressMeter; clock: ManualClock; last: () => SaveProgress | undefined } {
  const clock = createManualClock()
  const seen: SaveProgress[] = []
  const onProgress = (progress: SaveProgress): void => void seen.push(progress)
  const status = () => ({ note: 'busy', isServiceAway: false, alsoSaving: [] })
  const meter = createProgressMeter({ job: 'job', planned, ...before, clock, status, onProgress })
  return { meter, clock, last: () => seen.at(-1) }
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
