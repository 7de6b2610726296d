import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createStopControl,
  type StopControl,
  type StopOptions,
} from '../../../../../src/engine/saving/transfer/run-job.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

function controlOf(options: StopOptions, clock = createManualClock()): StopControl {
  const control = createStopControl(options, clock)
  onTestFinished(control.release)
  return control
}

const stateOf = ({ closed, aborted: dropped, reason }: StopControl) => ({
  isClosed: closed.aborted,
  isDropped: dropped.aborted,
  tag: reason()?.tag,
})

describe('createStopControl', () => {
  it('has no reason until something stops the run', () => {
    expect(stateOf(controlOf({}))).toEqual({ isClosed: false, isDropped: false, tag: undefined })
  })

  it('lets what is in progress finish at the first signal, and aborts it at the second', () => {
    const [stop, abort] = [new AbortController(), new AbortController()]
    const control = controlOf({ stop: stop.signal, abort: abort.signal })
    stop.abort()
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: false, tag: 'interrupted' })
    abort.abort()
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: true, tag: 'interrupted' })
  })

  it('also obeys a signal that fired before the run', () => {
    expect(stateOf(controlOf({ stop: AbortSignal.abort() })).isClosed).toBe(true)
    expect(stateOf(controlOf({ abort: AbortSignal.abort() })).isDropped).toBe(true)
  })

  it('stops when the time is over, fractions of a minute included, and lets what is in progress finish', async () => {
    const clock = createManualClock()
    const control = controlOf({ maxMinutes: 0.0005 }, clock)
    await clock.advance(29)
    expect(control.reason()).toBeNull()
    await clock.advance(1)
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: false, tag: 'stopped-early' })
    expect(control.reason()).toMatchObject({ reason: 'The time of 0.0005 minutes is over' })
  })

  it('keeps its first reason, because later ones follow from it', () => {
    const stop = new AbortController()
    const control = controlOf({ stop: stop.signal })
    control.stopWith({ tag: 'disk-full', folder: '/archive' })
    stop.abort()
    control.stopWith({ tag: 'folder-gone', folder: '/archive' })
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: true, tag: 'disk-full' })
  })

  it('stops listening once the run is over', async () => {
    const stop = new AbortController()
    const clock = createManualClock()
    const control = createStopControl({ stop: stop.signal, maxMinutes: 1 }, clock)
    control.release()
    stop.abort()
    await clock.advance(60_000)
    expect(control.reason()).toBeNull()
  })
})
