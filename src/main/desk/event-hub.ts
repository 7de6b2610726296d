import { contract, type DeskEvent, type EventName, type Payload } from '../../shared/contract/contract.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

/** Eight a second: with what begins and ends at once beside them, ten at most. More than that nobody can follow. */
const MIN_GAP_MS = 125

export interface EventHub {
  /** Sends now, inside a listener as soon as that event has reached everybody; with `key` at most ten times a second: the newest of a key replaces what waits. */
  emit<Name extends EventName>(name: Name, payload: Payload<Name>, key?: string): void
  /** Number of the last event; a snapshot that is taken now contains it. */
  lastNumber(): number
  /** Returns what ends it. */
  listen(onEvent: (event: DeskEvent) => void): () => void
  /** Sends what waits. */
  flush(): void
}

/** Numbers events and hands them to every listener in that order. What the contract does not name is stripped. */
export function createEventHub(clock: ClockPort): EventHub {
  const listeners = new Set<(event: DeskEvent) => void>()
  const throttled = createKeyedThrottle(clock)
  let number = 0
  // A listener may emit. Sent at once, its event would reach the listeners after it before the one that it answers to, and
  // a page throws away what is older than the newest it has seen.
  const toSend: DeskEvent[] = []
  let isSending = false
  const sendInOrder = (): void => {
    if (isSending) return
    isSending = true
    try {
      for (let event = toSend.shift(); event !== undefined; event = toSend.shift()) {
        for (const listener of listeners) listener(event)
      }
    } finally {
      isSending = false
    }
  }
  const send = <Name extends EventName>(name: Name, payload: Payload<Name>): void => {
    number += 1
    // The one cast: a name and its own payload make an event, which the compiler cannot follow through a union.
    // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
    const event = { number, name, payload: contract.events[name].parse(payload) } as DeskEvent
    toSend.push(event)
    sendInOrder()
  }
  return {
    emit: (name, payload, key) => {
      if (key === undefined) send(name, payload)
      else throttled.send(`${name} ${key}`, () => send(name, payload))
    },
    lastNumber: () => number,
    listen: (onEvent) => {
      listeners.add(onEvent)
      return () => listeners.delete(onEvent)
    },
    flush: throttled.flush,
  }
}

interface KeyedThrottle {
  send(key: string, sendNow: () => void): void
  flush(): void
}

/** Lets the first of a key through at once; of those that come too soon the newest waits for its time. */
function createKeyedThrottle(clock: ClockPort): KeyedThrottle {
  const waiting = new Map<string, () => void>()
  const sentAtMs = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const due = [...waiting]
    waiting.clear()
    for (const [key, sendOne] of due) {
      sentAtMs.set(key, clock.monotonicMs())
      sendOne()
    }
  }
  return {
    send: (key, sendNow) => {
      const sinceMs = clock.monotonicMs() - (sentAtMs.get(key) ?? Number.NEGATIVE_INFINITY)
      waiting.set(key, sendNow)
      if (sinceMs >= MIN_GAP_MS && waiting.size === 1) flush()
      else timer ??= setTimeout(flush, MIN_GAP_MS)
    },
    flush,
  }
}
