import type { DeskEvent, Input, MethodName, Output } from '../../shared/contract/contract.ts'
import type { DeskBridge } from '../../shared/contract/bridge.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { HOST_GONE } from './host-store.ts'

/** Why a call came back without a value, in the user's words. */
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
  if (!reply.isOk) throw new DeskFailure(reply.failure)
  // The one cast: the router has parsed the value by the schema that this type comes from.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  return reply.value as Output<Name>
}

/**
 * Takes a snapshot and then every newer event, so that a reload loses nothing. Events that come before the snapshot are
 * kept back, and those that are already part of it are left out. Where a number is missing something was lost on the way:
 * another snapshot is taken, for a page that goes on would show for ever what is no longer so. Returns what ends it.
 */
export async function follow(
  onSnapshot: (snapshot: Output<'desk.snapshot'>) => void,
  onEvent: (event: DeskEvent) => void,
): Promise<() => void> {
  const early: DeskEvent[] = []
  /** Number of the last event that was applied; undefined while a snapshot is on its way. */
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
      // What fails now is asked for again with the next event.
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

/** Any thrown thing in the user's words; what is none of ours is an internal failure. */
export function failureIn(thrown: unknown): DescribedFailure {
  if (thrown instanceof DeskFailure) return thrown.failure
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { tag: 'internal', message: `Something failed in the window: ${message}`, next: 'Reload the window (Ctrl+R).' }
}

function bridge(): DeskBridge {
  if (window.parcelDesk === undefined) throw new DeskFailure(HOST_GONE)
  return window.parcelDesk
}

/** All of a failure that a screen says; the contract’s failures and those of desk.ts both fit. */
export type ShownFailure = Pick<DescribedFailure, 'message' | 'next'>

/** How a store reaches the main process: `call` and `failureIn` of desk.ts, or what a test puts in their place. */
export interface Caller {
  call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  failureIn(thrown: unknown): ShownFailure
}
