import { z } from 'zod'
import { thirdParty } from '../model/third-party.ts'
import { userSettings } from '../policy/user-settings.ts'
import { describedFailure, environment, id, none, savedFile } from './wire.ts'

/** An error that nobody caught, of which the user was not told yet. */
export const crashNote = z.object({ at: z.string(), where: z.string() }).nullable()

/** What is known of updates of the program itself. */
export const updatesView = z.object({
  mode: userSettings.shape.updates,
  /** `unavailable`: this copy is updated in another way, or no address is set. */
  state: z.enum(['unavailable', 'off', 'idle', 'checking', 'current', 'available', 'downloading', 'ready', 'failed']),
  /** The newer version; null where none is known. */
  version: z.string().nullable(),
  /** The state in a sentence or two. */
  sentence: z.string(),
})

/** Parts of the page whose layout (columns, widths) is remembered, opaque to the main process. */
const viewName = z.enum(['search-grid', 'worklist-grid', 'downloads', 'panes', 'preview', 'reader', 'inbox-grid'])

export const settingsMethods = {
  'settings.change': { input: userSettings.partial().strict(), output: userSettings },
  'views.read': { input: z.strictObject({ view: viewName }), output: z.object({ state: z.string().nullable() }) },
  'views.write': { input: z.strictObject({ view: viewName, state: z.string().max(64_000) }), output: none },
  'diagnostics.read': {
    input: none,
    output: z.object({
      host: z.enum(['desktop', 'shell']),
      versions: z.array(z.object({ name: z.string(), version: z.string() })),
      /** Only for display. */
      dataFolder: z.string(),
      logFolder: z.string(),
      keychain: z.object({ isAvailable: z.boolean(), failure: describedFailure.nullable() }),
    }),
  },
  /** What the program contains of others, with the texts of their licences: some 400 kB. */
  'diagnostics.thirdParties': { input: none, output: z.object({ parties: z.array(thirdParty) }) },
  'diagnostics.openLogFolder': { input: none, output: none },
  /** Writes a zip with versions, settings, checks and the log, without secrets, to a file that the user chooses; null if the dialog was closed. */
  'diagnostics.saveSupportBundle': { input: none, output: z.object({ file: savedFile.nullable() }) },
  /** Records an error that the page caught while drawing. */
  'diagnostics.recordPageError': {
    input: z.strictObject({
      name: z.string().max(200),
      message: z.string().max(2_000),
      stack: z.string().max(20_000),
    }),
    output: none,
  },
  /** The user has taken note of the last crash. */
  'diagnostics.dismissCrash': { input: none, output: none },
  /** Asks the organisation’s feed; sends nothing where updates are off. */
  'updates.check': { input: none, output: updatesView },
  /** Fetches the newer version and checks it; installs nothing. */
  'updates.download': { input: none, output: updatesView },
  /** Ends the application, installs and starts again. Fails with bad-usage while documents are saved, or if none is ready. */
  'updates.install': { input: none, output: none },
  /** Opens a file written by one of these methods in its default program. */
  'files.open': { input: z.strictObject({ fileId: id }), output: none },
} as const

export const settingsEvents = {
  'settings.changed': userSettings,
  'crashes.changed': z.object({ crash: crashNote }),
  'updates.changed': updatesView,
} as const

/** What an organisation has set, as far as the page has to show it; the main process obeys it whatever the page does. */
export const organisation = z.object({
  /** Who set what users cannot change, as the end of a sentence: “Set by …”; by `ManagedControl`. */
  locked: z.record(z.string(), z.string()),
  /** Services to sign in at, the usual one first. */
  services: z.array(z.object({ name: z.string(), environment, address: z.string() })),
  /** The only environment that may be used; null: either. */
  environment: environment.nullable(),
  /** The only folders that documents may be saved in; null: any. */
  roots: z.array(z.string()).nullable(),
  mostConcurrency: z.int(),
})

export const organisationEvents = { 'organisation.changed': organisation } as const
