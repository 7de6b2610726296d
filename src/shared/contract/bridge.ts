import type { DescribedFailure } from '../errors/failure.ts'
import type { DeskEvent } from './contract.ts'

/**
 * All that a host gives the page, as `window.parcelDesk`: the preload over Electron's IPC, the browser shell over loopback
 * HTTP. Two channels, `desk:call` and `desk:event`.
 */
export interface DeskBridge {
  /** Rejects for a name that the contract does not have; every other failure is a reply. */
  call(name: string, input: unknown): Promise<Reply>
  /** Every event from now on, in order. Returns the unsubscriber. */
  listen(onEvent: (event: DeskEvent) => void): () => void
}

/** Dispatched to the window by a host that may lose its desk. The page is reloaded once the desk is back. */
export const HOST_LOST_EVENT = 'parcel-desk:host-lost'

export const CALL_CHANNEL = 'desk:call'
export const EVENT_CHANNEL = 'desk:event'

/** The result of a call: its value, or its failure. A call never throws across the boundary. */
export type Reply = { isOk: true; value: unknown } | { isOk: false; failure: DescribedFailure }
