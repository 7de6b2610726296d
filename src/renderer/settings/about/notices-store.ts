import { createStore } from 'zustand/vanilla'
import type { Output } from '../../../shared/contract/contract.ts'
import { settingsStore } from '../section/settings-store.ts'

type ThirdParties = Output<'diagnostics.thirdParties'>['parties']

/** The notices while they are shown; undefined otherwise. They are long, so nothing keeps them. */
export const noticesStore = createStore<{ readonly shown: ThirdParties | undefined }>(() => ({ shown: undefined }))

/** Reads and shows them; a failure appears in the section. */
export async function showNotices(): Promise<void> {
  await settingsStore.actions.attempt('about', async (call) => {
    const { parties } = await call('diagnostics.thirdParties', {})
    noticesStore.setState({ shown: parties })
  })
}

export function closeNotices(): void {
  noticesStore.setState({ shown: undefined })
}
