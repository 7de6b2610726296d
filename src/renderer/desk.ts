import type { DeskEvent, Input, MethodName, Output } from '../shared/contract/contract.ts'
import type { DeskBridge } from '../shared/contract/desk-bridge.ts'
import type { DescribedFailure } from '../shared/errors/failure.ts'

/** Why a call came back without a value, in the user's words. */
class DeskFailure extends Error {
  override readonly name = 'DeskFailure'
  readonly failure: DescribedFailure

  constructor(failure: DescribedFailure) {
    super(failure.message)
    this.failure = failure
  }
}

const GONE: DescribedFailure = {
  tag: 'internal',
  message: 'The window has lost its connection to the application.',
  next: 'Close the window and start Parcel Desk again; jobs go on where they were.',
}

/** Calls a method of the contract. Rejects with DeskFailure and nothing else. */
export async function call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const reply = await bridge()
    .call(name, input)
    .catch(() => ({ isOk: false, failure: GONE }) as const)
  if (!reply.isOk) throw new DeskFailure(reply.failure)
  // The one cast: the router has parsed the value by the schema that this type comes from.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  return reply.value as Output<Name>
}

/**
 * Takes a snapshot and then every newer event, so that a reload loses nothing. Events that come before the snapshot are
 * kept back, and those that are already part of it are left out. Returns what ends it.
 */
export async function follow(
  onSnapshot: (snapshot: Output<'desk.snapshot'>) => void,
  onEvent: (event: DeskEvent) => void,
): Promise<() => void> {
  const early: DeskEvent[] = []
  let seen: number | undefined
  const apply = (event: DeskEvent): void => {
    if (seen === undefined || event.number <= seen) return
    seen = event.number
    onEvent(event)
  }
  const stop = bridge().listen((event) => {
    if (seen === undefined) early.push(event)
    else apply(event)
  })
  const snapshot = await call('desk.snapshot', {})
  onSnapshot(snapshot)
  seen = snapshot.eventNumber
  for (const event of early.splice(0)) apply(event)
  return stop
}

/** Any thrown thing in the user's words; what is none of ours is an internal failure. */
export function failureIn(thrown: unknown): DescribedFailure {
  if (thrown instanceof DeskFailure) return thrown.failure
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { tag: 'internal', message: `Something failed in the window: ${message}`, next: 'Reload the window (Ctrl+R).' }
}

function bridge(): DeskBridge {
  if (window.parcelDesk === undefined) throw new DeskFailure(GONE)
  return window.parcelDesk
}
