import { z } from 'zod'
import { environment } from './wire.ts'

/** What the page has controls for and an organisation can set. */
export const managedSetting = z.enum([
  'concurrency',
  'pattern',
  'conflict',
  'closesToTray',
  'startsAtLogin',
  'updates',
  'quietHours',
  'journalFolder',
  'streamBroker',
  'services',
  'folders',
  'keychain',
  'drag',
  'supportBundle',
])

/** What an organisation has set, as far as the page has to show it; the main process obeys it whatever the page does. */
export const organisation = z.object({
  /** Who set what users cannot change, as the end of a sentence: “Set by …”. */
  locked: z.partialRecord(managedSetting, z.string()),
  /** Services to sign in at, the usual one first. */
  services: z.array(z.object({ name: z.string(), environment, address: z.string() })),
  /** The only folders that documents may be saved in; null: any. */
  roots: z.array(z.string()).nullable(),
  mostConcurrency: z.int(),
  /** Whether a set that is chosen in a list shows its first document. */
  previewsOnSelect: z.boolean(),
})

export const organisationEvents = { 'organisation.changed': organisation } as const
