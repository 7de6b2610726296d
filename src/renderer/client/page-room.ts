import type { DeskEvent } from '../../shared/contract/contract.ts'
import type { Session } from './desk-store.ts'

/** What a room of the page does when the desk opens, a session begins or ends, and something happens elsewhere. */
export interface PageRoom {
  /** Once; columns and panes are known by then. */
  open?(): void
  /** Another session begins: nothing of the last one may stay. */
  leave?(): void
  /** Somebody has signed in. Work begins once all rooms that return a promise are ready. */
  enter?(session: Session): Promise<void> | void
  /** After a reload, in place of `enter`: shows at once what the main process still has, however slow the service is. */
  resume?(session: Session): void
  onEvent?(event: DeskEvent): void
  /** What is on this disk may have changed. */
  onSaved?(by: 'growth' | 'end'): void
  /** Some searches have found more, or ended. */
  onFound?(hasChanged: (searchId: string | null) => boolean): void
  /** Numbers and dates are written otherwise from now on; `useRegion` draws what was not derived from them. */
  onRegion?(): void
}
