import { describe, expect, it } from 'vitest'
import { createReader, type Reader } from '../../../../../src/main/desk/documents/reader.ts'
import { createEventHub } from '../../../../../src/main/desk/event-hub.ts'
import type { DeskEvent } from '../../../../../src/shared/contract/contract.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

const SHOWN = {
  sessionId: 'one',
  setId: 'set-1',
  documentId: 'document-1',
  besideId: null,
  asked: null,
  by: 'desk',
} as const
const signal = new AbortController().signal

function sampleReader() {
  const events = createEventHub(createManualClock())
  const seen: DeskEvent[] = []
  events.listen((event) => void seen.push(event))
  let sessionId: string | undefined = 'one'
  let closed: () => void = () => undefined
  const port = {
    open: (onClosed: () => void) => {
      closed = onClosed
      return Promise.resolve(null)
    },
    close: () => Promise.resolve(),
  }
  const reader = createReader({ port, currentSessionId: () => sessionId, events })
  const changeSession = (next: string | undefined): void => {
    sessionId = next
    events.emit('accounts.changed', { accounts: [], session: null, endedBecause: null })
  }
  return { reader, seen, changeSession, closeWindow: () => closed() }
}

const shownIn = (reader: Reader): unknown => reader.state().shown

describe('the second window', () => {
  it('tells both windows what is shown, and says nothing twice', () => {
    const { reader, seen } = sampleReader()
    void reader.handlers['reader.show']({ shown: SHOWN }, signal)
    void reader.handlers['reader.show']({ shown: SHOWN }, signal)
    expect(seen).toMatchObject([{ name: 'reader.changed', payload: { shown: SHOWN } }])
  })

  it.each([undefined, 'two'])('shows nothing of an account any more once the session is %s', (next) => {
    const { reader, seen, changeSession } = sampleReader()
    void reader.handlers['reader.show']({ shown: SHOWN }, signal)
    changeSession(next)
    expect(shownIn(reader)).toBeNull()
    expect(seen.at(-1)).toMatchObject({ name: 'reader.changed', payload: { shown: null } })
    // A page that has not heard of it yet.
    void reader.handlers['reader.show']({ shown: SHOWN }, signal)
    expect(shownIn(reader)).toBeNull()
  })

  it('is the page that entered last, and one that leaves after that changes nothing', async () => {
    const { reader } = sampleReader()
    const first = await reader.handlers['reader.enter']({}, signal)
    const second = await reader.handlers['reader.enter']({}, signal)
    await reader.handlers['reader.leave'](first, signal)
    expect(reader.state().readerId).toBe(second.readerId)
    await reader.handlers['reader.leave'](second, signal)
    expect(reader.state().readerId).toBeNull()
  })

  it('is gone when its window is, even if the page could not say so', async () => {
    const { reader, closeWindow } = sampleReader()
    await reader.handlers['reader.open']({}, signal)
    await reader.handlers['reader.enter']({}, signal)
    closeWindow()
    expect(reader.state().readerId).toBeNull()
  })

  it('has the first window save the shown set', () => {
    const { reader, seen } = sampleReader()
    void reader.handlers['reader.save']({}, signal)
    expect(seen).toMatchObject([{ name: 'desk.commanded', payload: { command: 'save-set' } }])
  })

  it('has the first window go to the next set', () => {
    const { reader, seen } = sampleReader()
    void reader.handlers['reader.step']({ step: -1 }, signal)
    expect(seen).toMatchObject([{ name: 'desk.commanded', payload: { command: 'previous-set' } }])
  })
})
