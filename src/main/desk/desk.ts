import type { Problem } from '../../shared/model/parcel-set.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { EventHub } from './event-hub.ts'
import type { Router } from './router.ts'

/** The application with a page: its host carries calls, events and bytes to and from it. */
export interface Desk {
  router: Router
  events: Pick<EventHub, 'listen' | 'emit'>
  /** The page's own files and the documents that it opened. */
  serve(request: Request): Promise<Response>
  /** Tells the user something of this host: once, and again after a reload of the page. */
  tell(notice: Problem): void
  /** The services below, for what a host does without the page. */
  engine: ParcelDesk
  /** Clears away what an earlier run left. Fails with locked if another desk is open on the data folder. */
  start(): Promise<void>
  /** Stops running work so that the next start can continue it, then closes everything. May be called twice. */
  stop(): Promise<void>
}
