import { contract, type DeskEvent, type EventName, type Payload } from '../../shared/contract/contract.ts'
import type { ClockPort } from '../ports/clock.ts'

/** Ten a second at most: more than anybody can follow, and the page has other things to do. */
const SHORTEST_GAP_MS = 100

export interface EventHub {
  /** Sends now, or with `key` at most ten times a second: the newest of a key replaces what waits. */
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
  const waiting = new Map<string, () => void>()
  const sentAtMs = new Map<string, number>()
  let number = 0
  let timer: NodeJS.Timeout | undefined
  const send = <Name extends EventName>(name: Name, payload: Payload<Name>): void => {
    number += 1
    // The one cast: a name and its own payload make an event, which the compiler cannot follow through a union.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const event = { number, name, payload: contract.events[name].parse(payload) } as DeskEvent
    for (const listener of listeners) listener(event)
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const due = [...waiting.values()]
    waiting.clear()
    for (const sendOne of due) sendOne()
  }
  return {
    emit: (name, payload, key) => {
      const waitsFor = key === undefined ? undefined : `${name} ${key}`
      if (waitsFor === undefined) {
        send(name, payload)
        return
      }
      const sendNow = (): void => {
        sentAtMs.set(waitsFor, clock.monotonicMs())
        send(name, payload)
      }
      const sinceMs = clock.monotonicMs() - (sentAtMs.get(waitsFor) ?? Number.NEGATIVE_INFINITY)
      if (sinceMs >= SHORTEST_GAP_MS && !waiting.has(waitsFor)) {
        sendNow()
        return
      }
      waiting.set(waitsFor, sendNow)
      timer ??= setTimeout(flush, SHORTEST_GAP_MS)
    },
    lastNumber: () => number,
    listen: (onEvent) => {
      listeners.add(onEvent)
      return () => listeners.delete(onEvent)
    },
    flush,
  }
}
