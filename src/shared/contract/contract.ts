import { z } from 'zod'
import { accountMethods, account, openSession } from './accounts-contract.ts'
import { documentEvents, documentMethods } from './documents-contract.ts'
import { demoBroker, feedEvents, feedMethods, feedView } from './feeds-contract.ts'
import { inboxCounts, inboxEvents, inboxMethods } from './inbox-contract.ts'
import { jobView, savingMethods } from './saving-contract.ts'
import { searchMethods, searchProgress } from './search-contract.ts'
import { settings, settingsMethods } from './settings-contract.ts'
import { none, problem } from './wire.ts'

const demoService = z.object({
  baseUrl: z.string(),
  username: z.string(),
  password: z.string(),
  /** Its queues, where it has any. */
  broker: demoBroker.optional(),
})

/** Everything as it is, and the number of the last event that is already part of it. */
const snapshot = z.object({
  eventNumber: z.int(),
  version: z.string(),
  host: z.enum(['desktop', 'shell']),
  /** An address to try without an account of one's own, where there is one. */
  demo: demoService.nullable(),
  accounts: z.array(account),
  session: openSession.nullable(),
  searches: z.array(searchProgress),
  jobs: z.array(jobView),
  settings,
  notices: z.array(problem),
  /** Of the environment that the session is in; null without one. */
  feed: z.object({ view: feedView, counts: inboxCounts }).nullable(),
})

/** What the menu of the desktop asks of the page; the page does the same for its own keys. */
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
])

/**
 * The one contract between the page and the main process: every method's input and output, every event's payload. Router,
 * client, preload and tests are derived from it. Methods are `group.verb`, events `group.pastParticiple`.
 */
export const contract = {
  methods: {
    'desk.snapshot': { input: none, output: snapshot },
    ...accountMethods,
    ...searchMethods,
    ...documentMethods,
    ...savingMethods,
    ...settingsMethods,
    ...feedMethods,
    ...inboxMethods,
  },
  events: {
    'accounts.changed': z.object({ accounts: z.array(account), session: openSession.nullable() }),
    'searches.progressed': searchProgress,
    'jobs.changed': jobView,
    ...documentEvents,
    'settings.changed': settings,
    'notices.raised': problem,
    'desk.commanded': z.object({ command: deskCommand }),
    ...feedEvents,
    ...inboxEvents,
  },
} as const

export type MethodName = keyof typeof contract.methods
export type EventName = keyof typeof contract.events
/** As the page sends it. */
export type Input<Name extends MethodName> = z.input<(typeof contract.methods)[Name]['input']>
/** As the page receives it. */
export type Output<Name extends MethodName> = z.output<(typeof contract.methods)[Name]['output']>
export type Payload<Name extends EventName> = z.output<(typeof contract.events)[Name]>

export type DeskCommand = z.output<typeof deskCommand>
export type DeskSnapshot = Output<'desk.snapshot'>

/** An event with its number: each one higher than the one before, from the start of the main process on. */
export type DeskEvent = { [Name in EventName]: { number: number; name: Name; payload: Payload<Name> } }[EventName]
