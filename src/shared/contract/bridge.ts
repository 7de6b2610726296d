import type { DescribedFailure } from '../errors/failure.ts'
import type { DeskEvent } from './contract.ts'

/**
 * All that a host gives to the page, as `window.parcelDesk`: the preload over Electron's IPC, the browser shell over
 * loopback HTTP. Two channels, `desk:call` and `desk:event`.
 */
export interface DeskBridge {
  /** Rejects a name that the contract does not have; whatever else goes wrong is a reply. */
  call(name: string, input: unknown): Promise<Reply>
  /** Every event from now on, in order. Returns what ends it. */
  listen(onEvent: (event: DeskEvent) => void): () => void
}

/** Told to the window by a host that can lose its page: the desk is gone. The page is loaded anew once it is back. */
export const HOST_LOST_EVENT = 'parcel-desk:host-lost'

export const CALL_CHANNEL = 'desk:call'
export const EVENT_CHANNEL = 'desk:event'

/** What a call comes back with: its value, or why there is none. A call never throws across the boundary. */
export type Reply = { isOk: true; value: unknown } | { isOk: false; failure: DescribedFailure }
