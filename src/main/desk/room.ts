import type { DeskSnapshot } from '../../shared/contract/contract.ts'
import type { EffectivePolicy } from '../../shared/policy/effective-policy.ts'
import type { HandlersOf } from './router.ts'

/** A room of the desk: the groups of the contract that it answers, and when it is told what. */
export interface Room<Groups extends string> extends RoomLife {
  handlers: HandlersOf<Groups>
}

/** A room with fields of the snapshot. */
export interface ShownRoom<Groups extends string, Fields extends keyof DeskSnapshot> extends Room<Groups> {
  snapshot(): Pick<DeskSnapshot, Fields>
}

/** What happens to a room, in the order of the rooms; stopping is in the opposite order. */
export interface RoomLife {
  start?(): Promise<void> | void
  /** The organisation has changed its policy. */
  onPolicy?(policy: EffectivePolicy): void
  /** Ends what runs so that the next start can continue it. */
  stop?(): Promise<void> | void
}
