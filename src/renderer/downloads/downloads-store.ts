import { call, failureIn } from '../client/desk-client.ts'
import { createDownloadsStore } from './create-downloads-store.ts'

/** One for the life of the page, so that the place is found again as it was left. */
export const downloadsStore = createDownloadsStore({ call, failureIn })
