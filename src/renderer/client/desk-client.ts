import { createStore } from 'zustand/vanilla'
import { type DeskBridge, HOST_LOST_EVENT } from '../../shared/contract/bridge.ts'
import type { DeskEvent, Input, MethodName, Output } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { askForProxy } from './proxy-store.ts'

/** Why a call returned no value, in the user’s words. */
class DeskFailure extends Error {
  override readonly name = 'DeskFailure'
  readonly failure: DescribedFailure

  constructor(failure: DescribedFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Calls a method of the contract. Rejects with DeskFailure and nothing else. */
export async function call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const reply = await bridge()
    .call(name, input)
    .catch(() => ({ isOk: false, failure: HOST_GONE }) as const)
  if (!reply.isOk) {
    if (reply.failure.tag === 'proxy-login') askForProxy()
    throw new DeskFailure(reply.failure)
  }
  // The one cast: the router has parsed the value by the schema that this type comes from.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  return reply.value as Output<Name>
}

/**
 * Takes a snapshot and then every newer event, so that a reload loses nothing. Events that arrive before the snapshot are
 * buffered, and those that it already includes are dropped. A missing number means that an event was lost: another snapshot
 * is taken, because the page would otherwise show outdated state for ever. Returns a function that stops it.
 */
export async function follow(
  onSnapshot: (snapshot: Output<'desk.snapshot'>) => void,
  onEvent: (event: DeskEvent) => void,
): Promise<() => void> {
  const early: DeskEvent[] = []
  /** Number of the last event applied; undefined while a snapshot is being fetched. */
  let seen: number | undefined
  const catchUp = async (): Promise<void> => {
    seen = undefined
    const snapshot = await call('desk.snapshot', {})
    onSnapshot(snapshot)
    seen = snapshot.eventNumber
    for (const event of early.splice(0).toSorted((one, other) => one.number - other.number)) take(event)
  }
  const take = (event: DeskEvent): void => {
    if (seen === undefined) early.push(event)
    else if (event.number === seen + 1) {
      seen = event.number
      onEvent(event)
    } else if (event.number > seen) {
      early.push(event)
      // If it fails, the next event tries again.
      const before = seen
      catchUp().catch(() => {
        seen = before
      })
    }
  }
  const stop = bridge().listen(take)
  await catchUp()
  return stop
}

/** Anything thrown, in the user’s words; what is not a DeskFailure becomes an internal failure. */
export function failureIn(thrown: unknown): DescribedFailure {
  if (thrown instanceof DeskFailure) return thrown.failure
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { tag: 'internal', message: `Something failed in the window: ${message}`, next: 'Reload the window (Ctrl+R).' }
}

function bridge(): DeskBridge {
  if (window.parcelDesk === undefined) throw new DeskFailure(HOST_GONE)
  return window.parcelDesk
}

/** The part of a failure that a screen shows. */
export type ShownFailure = Pick<DescribedFailure, 'message' | 'next'>

/** How a store reaches the main process: `deskCaller`, or what a test puts in its place. */
export interface Caller {
  call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  failureIn(thrown: unknown): ShownFailure
}

export const deskCaller = { call, failureIn } as const satisfies Caller

export const HOST_GONE: DescribedFailure = {
  tag: 'internal',
  message: 'The window has lost its connection to the application.',
  next: 'Close the window and restart Parcel Desk; jobs continue where they stopped.',
}

/** Whether the application behind the page has gone: what is shown may be outdated, and nothing can be done. */
export const hostStore = createStore<{ readonly isGone: boolean }>(() => ({ isGone: false }))

/** The host reports it, before any call fails. */
export function followHost(): void {
  window.addEventListener(HOST_LOST_EVENT, () => hostStore.setState({ isGone: true }))
}
