import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { follow } from '../../../../src/renderer/client/desk-client.ts'
import type { DeskEvent } from '../../../../src/shared/contract/contract.ts'

const eventOf = (number: number): DeskEvent => ({ number, name: 'desk.commanded', payload: { command: 'save' } })

/** The other end of the bridge: what it holds is the number of the last event. */
let main: { number: number; isGone: boolean; snapshots: number; send(number: number): void }
beforeEach(() => {
  const listeners = new Set<(event: DeskEvent) => void>()
  main = {
    number: 0,
    isGone: false,
    snapshots: 0,
    send: (number) => {
      for (const listener of listeners) listener(eventOf(number))
    },
  }
  const call = (): Promise<unknown> => {
    main.snapshots += 1
    return main.isGone ? Promise.reject(new Error('gone')) : Promise.resolve(answerOf(main.number))
  }
  const listen = (onEvent: (event: DeskEvent) => void) => {
    listeners.add(onEvent)
    return () => listeners.delete(onEvent)
  }
  vi.stubGlobal('window', { parcelDesk: { call, listen } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const answerOf = (eventNumber: number) => ({ isOk: true, value: { eventNumber } })

async function followed() {
  const snapshots: number[] = []
  const events: number[] = []
  await follow(
    ({ eventNumber }) => snapshots.push(eventNumber),
    ({ number }) => events.push(number),
  )
  return { snapshots, events }
}

describe('follow', () => {
  it('applies every newer event once, in the order of its number', async () => {
    main.number = 5
    const { snapshots, events } = await followed()
    for (const number of [4, 5, 6, 7, 7]) main.send(number)
    expect(snapshots).toEqual([5])
    expect(events).toEqual([6, 7])
  })

  it('takes another snapshot if a number is missing, and continues from there', async () => {
    main.number = 5
    const { snapshots, events } = await followed()
    main.send(6)
    main.number = 9
    main.send(9)
    main.send(11)
    main.send(10)
    await vi.waitFor(() => expect(events).toEqual([6, 10, 11]))
    expect(snapshots).toEqual([5, 9])
  })

  it('tries again with the next event if the snapshot failed', async () => {
    main.number = 5
    const { snapshots, events } = await followed()
    main.isGone = true
    main.send(8)
    await vi.waitFor(() => expect(main.snapshots).toBe(2))
    main.isGone = false
    main.number = 9
    await vi.waitFor(() => {
      main.send(9)
      expect(snapshots).toEqual([5, 9])
    })
    main.send(10)
    expect(events).toEqual([10])
  })
})
