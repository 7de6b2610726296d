import { z } from 'zod'
import { accountMethods, accountsState } from './accounts-contract.ts'
import {
  certificateEvents,
  certificatesState,
  connectionEvents,
  connectionMethods,
  proxyEvents,
  proxyMethods,
  wantedProxy,
} from './connections-contract.ts'
import { attachmentMethods, documentEvents, documentMethods } from './documents-contract.ts'
import { demoBroker, feedEvents, feedMethods, feedView } from './feeds-contract.ts'
import { inboxCounts, inboxEvents, inboxMethods } from './inbox-contract.ts'
import { userSettings } from '../policy/user-settings.ts'
import {
  crashNote,
  organisation,
  organisationEvents,
  settingsEvents,
  settingsMethods,
  updatesView,
} from './settings-contract.ts'
import { packEvents, packMethods } from './packs-contract.ts'
import { readerEvents, readerMethods, readerState } from './reader-contract.ts'
import { jobView, savingMethods } from './saving-contract.ts'
import { scheduleEvents, scheduleMethods } from './schedules-contract.ts'
import { searchMethods, searchProgress } from './search-contract.ts'
import { textEvents, textMethods } from './texts-contract.ts'
import { none, problem } from './wire.ts'
import { worklistEvents, worklistMethods } from './worklists-contract.ts'

const demoService = z.object({
  baseUrl: z.string(),
  username: z.string(),
  password: z.string(),
  /** Its queues, if it has any. */
  broker: demoBroker.optional(),
})

/** The whole state, and the number of the last event that it contains. */
const snapshot = z.object({
  eventNumber: z.int(),
  version: z.string(),
  host: z.enum(['desktop', 'shell']),
  /** The region of the system, as a BCP 47 tag; null where only the page’s browser knows it. */
  systemRegion: z.string().nullable(),
  /** A service to try without an account, if there is one. */
  demo: demoService.nullable(),
  ...accountsState.shape,
  searches: z.array(searchProgress),
  jobs: z.array(jobView),
  settings: userSettings,
  organisation,
  notices: z.array(problem),
  /** The feed of the session's environment; null without a session. */
  feed: z.object({ view: feedView, counts: inboxCounts }).nullable(),
  reader: readerState,
  crash: crashNote,
  proxies: z.array(wantedProxy),
  ...certificatesState.shape,
  updates: updatesView,
})

/** Commands that the desktop's menu, or the second window, sends to the page, which has keys for them too. */
const deskCommand = z.enum([
  'go-inbox',
  'go-search',
  'go-worklist',
  'go-downloads',
  'go-settings',
  'open-palette',
  'show-shortcuts',
  'find',
  'save',
  'read-whole',
  'next-set',
  'previous-set',
  'save-set',
])

/**
 * The one contract between the page and the main process: every method's input and output, every event's payload. Router,
 * client, preload and tests are derived from it. Methods are `group.verb`, events `group.pastParticiple`.
 */
export const contract = {
  methods: {
    'desk.snapshot': { input: none, output: snapshot },
    ...accountMethods,
    ...connectionMethods,
    ...proxyMethods,
    ...searchMethods,
    ...worklistMethods,
    ...scheduleMethods,
    ...attachmentMethods,
    ...documentMethods,
    ...textMethods,
    ...readerMethods,
    ...savingMethods,
    ...packMethods,
    ...settingsMethods,
    ...feedMethods,
    ...inboxMethods,
  },
  events: {
    'accounts.changed': accountsState,
    ...connectionEvents,
    ...proxyEvents,
    ...certificateEvents,
    'searches.progressed': searchProgress,
    'jobs.changed': jobView,
    ...worklistEvents,
    ...scheduleEvents,
    ...documentEvents,
    ...packEvents,
    ...textEvents,
    ...readerEvents,
    ...settingsEvents,
    ...organisationEvents,
    'notices.raised': problem,
    'desk.commanded': z.object({ command: deskCommand }),
    ...feedEvents,
    ...inboxEvents,
  },
} as const

export type MethodName = keyof typeof contract.methods
export type EventName = keyof typeof contract.events
/** What the page sends. */
export type Input<Name extends MethodName> = z.input<(typeof contract.methods)[Name]['input']>
/** What the page receives. */
export type Output<Name extends MethodName> = z.output<(typeof contract.methods)[Name]['output']>
export type Payload<Name extends EventName> = z.output<(typeof contract.events)[Name]>

export type DeskCommand = z.output<typeof deskCommand>
export type DeskSnapshot = Output<'desk.snapshot'>

/** An event with its number, which increases from the start of the main process on. */
export type DeskEvent = { [Name in EventName]: { number: number; name: Name; payload: Payload<Name> } }[EventName]
