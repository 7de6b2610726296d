import { z } from 'zod'
import { none } from './wire.ts'

/** What is known of updates of the program itself. */
export const updatesView = z.object({
  mode: z.enum(['off', 'notify', 'download']),
  /** `unavailable`: this copy is updated in another way, or no address is set. */
  state: z.enum(['unavailable', 'off', 'idle', 'checking', 'current', 'available', 'downloading', 'ready', 'failed']),
  /** The newer version; null where none is known. */
  version: z.string().nullable(),
  /** The state in a sentence or two. */
  sentence: z.string(),
})

export const updatesMethods = {
  /** Asks the organisation’s feed; sends nothing where updates are off. */
  'updates.check': { input: none, output: updatesView },
  /** Fetches the newer version and checks it; installs nothing. */
  'updates.download': { input: none, output: updatesView },
  /** Ends the application, installs and starts again. Fails with bad-usage while documents are saved, or if none is ready. */
  'updates.install': { input: none, output: none },
} as const

export const updatesEvents = { 'updates.changed': updatesView } as const
