import { goTo } from '../client/place-store.ts'
import { downloadsStore } from './downloads-store.ts'

/** Selects a save and goes to Downloads. */
export function showJob(jobId: string): void {
  downloadsStore.actions.select(jobId)
  goTo('downloads')
}
