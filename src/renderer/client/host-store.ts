import { createStore } from 'zustand/vanilla'
import { HOST_LOST_EVENT } from '../../shared/contract/bridge.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'

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
