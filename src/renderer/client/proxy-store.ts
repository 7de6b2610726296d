import { createStore } from 'zustand/vanilla'

/** Whether the user is asked to sign in at a proxy. */
export const proxyStore = createStore<{ isAsked: boolean }>(() => ({ isAsked: false }))

/** Asks now: a proxy has begun to want a password, or a call has failed for want of one. */
export function askForProxy(): void {
  proxyStore.setState({ isAsked: true })
}

export function stopAskingForProxy(): void {
  proxyStore.setState({ isAsked: false })
}
