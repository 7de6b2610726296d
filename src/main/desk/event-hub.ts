import { contract, type DeskEvent, type EventName, type Payload } from '../../shared/contract/contract.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

/** Eight a second; with those sent at once, ten at most. Nobody can follow more. */
const MIN_GAP_MS = 125

export interface EventHub {
  /**
   * Sends at once; from inside a listener, after the current event has reached every listener. With `key`, at most ten times
   * a second, and a newer event of the key replaces one that waits.
   */
  emit<Name extends EventName>(name: Name, payload: Payload<Name>, key?: string): void
  /** Number of the last event; a snapshot taken now contains it. */
  lastNumber(): number
  /** Returns the unsubscriber. */
  listen(onEvent: (event: DeskEvent) => void): () => void
  /** Sends the events that wait. */
  flush(): void
}

/** Numbers events and passes them to every listener in that order. Fields that the contract does not name are stripped. */
export function createEventHub(clock: ClockPort): EventHub {
  const listeners = new Set<(event: DeskEvent) => void>()
  const throttled = createKeyedThrottle(clock)
  let number = 0
  // A listener may emit. If that event were sent at once, later listeners would see it before the current one, and the page
  // drops events older than the newest it has seen.
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

/** Sends the first event of a key at once; of those that follow too soon, the newest waits for the gap to end. */
function createKeyedThrottle(clock: ClockPort): KeyedThrottle {
  const waiting = new Map<string, () => void>()
  const sentAtMs = new Map<string, number>()
  let gap: AbortController | undefined
  const flush = (): void => {
    gap?.abort()
    gap = undefined
    const [due, nowMs] = [[...waiting], clock.monotonicMs()]
    waiting.clear()
    // Each job and each search has its own key, and a desk runs for months.
    for (const [key, atMs] of sentAtMs) if (nowMs - atMs >= MIN_GAP_MS) sentAtMs.delete(key)
    for (const [key, sendOne] of due) {
      sentAtMs.set(key, nowMs)
      sendOne()
    }
  }
  return {
    send: (key, sendNow) => {
      const sinceMs = clock.monotonicMs() - (sentAtMs.get(key) ?? Number.NEGATIVE_INFINITY)
      waiting.set(key, sendNow)
      if (sinceMs >= MIN_GAP_MS && waiting.size === 1) flush()
      else if (gap === undefined) {
        gap = new AbortController()
        void clock.wait(MIN_GAP_MS, gap.signal).then(flush, () => undefined)
      }
    },
    flush,
  }
}
