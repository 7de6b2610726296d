import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createStopControl,
  type StopControl,
  type RunOptions,
} from '../../../../../src/engine/saving/transfer/stop-control.ts'

function controlOf(options: RunOptions): StopControl {
  const control = createStopControl(options)
  onTestFinished(control.release)
  return control
}

const stateOf = ({ closed, dropped, reason }: StopControl) => ({
  isClosed: closed.aborted,
  isDropped: dropped.aborted,
  tag: reason()?.tag,
})

describe('the stop of a run', () => {
  it('has no reason as long as nobody asks for it', () => {
    expect(stateOf(controlOf({}))).toEqual({ isClosed: false, isDropped: false, tag: undefined })
  })

  it('lets what is under way be stored at the first signal, and drops it at the second', () => {
    const [stop, abort] = [new AbortController(), new AbortController()]
    const control = controlOf({ stop: stop.signal, abort: abort.signal })
    stop.abort()
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: false, tag: 'interrupted' })
    abort.abort()
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: true, tag: 'interrupted' })
  })

  it('is heard also when the signal came before the run', () => {
    expect(stateOf(controlOf({ stop: AbortSignal.abort() })).isClosed).toBe(true)
    expect(stateOf(controlOf({ abort: AbortSignal.abort() })).isDropped).toBe(true)
  })

  it('comes when the time is over, parts of a minute included, and stores what is under way', async () => {
    const control = controlOf({ maxMinutes: 0.0005 })
    await delay(60)
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: false, tag: 'stopped-early' })
    expect(control.reason()).toMatchObject({ reason: 'The time of 0.0005 minutes is over' })
  })

  it('keeps its first reason, for the others follow from it', () => {
    const stop = new AbortController()
    const control = controlOf({ stop: stop.signal })
    control.stopWith({ tag: 'disk-full', folder: '/archive' })
    stop.abort()
    control.stopWith({ tag: 'folder-gone', folder: '/archive' })
    expect(stateOf(control)).toEqual({ isClosed: true, isDropped: true, tag: 'disk-full' })
  })

  it('listens no longer once the run is over', () => {
    const stop = new AbortController()
    const control = createStopControl({ stop: stop.signal, maxMinutes: 1 })
    control.release()
    stop.abort()
    expect(control.reason()).toBeNull()
  })
})
