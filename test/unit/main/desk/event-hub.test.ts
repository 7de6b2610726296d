import { beforeEach, describe, expect, it } from 'vitest'
import { createEventHub, type EventHub } from '../../../../src/main/desk/event-hub.ts'
import type { DeskEvent } from '../../../../src/shared/contract/contract.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'

const NOTICE = { where: 'settings.json', message: 'It could not be read.' }

let clock: ManualClock
let hub: EventHub
let seen: DeskEvent[]
beforeEach(() => {
  clock = createManualClock()
  hub = createEventHub(clock)
  seen = []
})

const numbers = (): number[] => seen.map(({ number }) => number)
/** Emits one more event inside each of the first two. */
const answerTwice = ({ number }: DeskEvent): void => {
  if (number < 3) hub.emit('notices.raised', { ...NOTICE, message: `An answer to ${number}.` })
}

describe('the event hub', () => {
  it('sends what a listener emits after the current event, because the page drops older numbers', () => {
    hub.listen(answerTwice)
    hub.listen((event) => void seen.push(event))
    hub.emit('notices.raised', NOTICE)
    expect(numbers()).toEqual([1, 2, 3])
    expect(seen.map(({ payload }) => payload)).toMatchObject([
      NOTICE,
      { message: 'An answer to 1.' },
      { message: 'An answer to 2.' },
    ])
  })

  it('counts events that wait to be sent: a snapshot taken then contains them', () => {
    const counted: number[] = []
    hub.listen(answerTwice)
    hub.listen(() => void counted.push(hub.lastNumber()))
    hub.emit('notices.raised', NOTICE)
    expect(counted).toEqual([2, 3, 3])
  })

  it('continues in order after a listener has failed', () => {
    hub.listen((event) => void seen.push(event))
    hub.listen(answerTwice)
    hub.listen(({ number }) => {
      if (number === 1) throw new Error('the window is gone')
    })
    expect(() => hub.emit('notices.raised', NOTICE)).toThrow('the window is gone')
    hub.emit('notices.raised', NOTICE)
    expect(numbers()).toEqual([1, 2, 3, 4])
  })

  it('sends the first event of a key at once, and of those that follow too soon only the newest', async () => {
    hub.listen((event) => void seen.push(event))
    for (const message of ['first', 'second', 'third']) hub.emit('notices.raised', { ...NOTICE, message }, 'key')
    expect(seen.map(({ payload }) => payload)).toMatchObject([{ message: 'first' }])
    await clock.advance(125)
    expect(seen.map(({ payload }) => payload)).toMatchObject([{ message: 'first' }, { message: 'third' }])
  })
})
