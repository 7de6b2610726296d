import { randomUUID } from 'node:crypto'
import type { DeskSnapshot } from '../../../shared/contract/contract.ts'
import type { ReaderPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { HandlersOf } from '../router.ts'

type ReaderState = DeskSnapshot['reader']

interface ReaderOptions {
  /** Opens and closes the window. */
  port: ReaderPort
  /** Undefined while nobody is signed in. */
  currentSessionId: () => string | undefined
  events: Pick<EventHub, 'emit' | 'listen'>
}

export interface Reader {
  state(): ReaderState
  handlers: HandlersOf<'reader'>
}

/** The second window: whether there is one, and the set that both windows show. Neither knows the other. */
export function createReader({ port, currentSessionId, events }: ReaderOptions): Reader {
  let state: ReaderState = { readerId: null, shown: null }
  const change = (changed: Partial<ReaderState>): void => {
    const next = { ...state, ...changed }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    events.emit('reader.changed', state)
  }
  const isCurrent = (sessionId: string): boolean => currentSessionId() === sessionId
  const dropOther = (): void => {
    if (state.shown !== null && !isCurrent(state.shown.sessionId)) change({ shown: null })
  }
  // Nothing of an account stays on a screen after it has signed out.
  events.listen(({ name }) => {
    if (name === 'accounts.changed') dropOther()
  })
  return {
    state: () => state,
    handlers: {
      'reader.open': async () => ({ address: await port.open(() => change({ readerId: null })) }),
      'reader.close': async () => {
        await port.close()
        change({ readerId: null })
        return {}
      },
      'reader.enter': () => {
        const readerId = randomUUID()
        change({ readerId })
        return { readerId }
      },
      'reader.leave': ({ readerId }) => {
        if (readerId === state.readerId) change({ readerId: null })
        return {}
      },
      'reader.show': ({ shown }) => {
        change({ shown: shown !== null && isCurrent(shown.sessionId) ? shown : null })
        return {}
      },
      'reader.save': () => {
        events.emit('desk.commanded', { command: 'save-set' })
        return {}
      },
      'reader.step': ({ step }) => {
        events.emit('desk.commanded', { command: step === 1 ? 'next-set' : 'previous-set' })
        return {}
      },
    },
  }
}
