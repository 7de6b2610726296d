import { createStore } from 'zustand/vanilla'
import { HOST_LOST_EVENT } from '../../shared/contract/bridge.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'

export const HOST_GONE: DescribedFailure = {
  tag: 'internal',
  message: 'The window has lost its connection to the application.',
  next: 'Close the window and start Parcel Desk again; jobs go on where they were.',
}

/** Whether the application behind the page has gone: nothing that is shown is true any more, and nothing can be done. */
export const hostStore = createStore<{ readonly isGone: boolean }>(() => ({ isGone: false }))

/** Hears it from the host, which knows before anything is asked. */
export function followHost(): void {
  window.addEventListener(HOST_LOST_EVENT, () => hostStore.setState({ isGone: true }))
}
