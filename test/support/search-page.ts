import { onTestFinished } from 'vitest'
import { createAccountHandlers } from '../../src/main/desk/accounts/account-handlers.ts'
import { createChosenFiles } from '../../src/main/desk/chosen-paths.ts'
import { createOpenSessions, type OpenSessions } from '../../src/main/desk/sessions.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createEventHub, type EventHub } from '../../src/main/desk/event-hub.ts'
import { createSavedSearches } from '../../src/main/desk/search/saved-searches.ts'
import { createSearchHandlers } from '../../src/main/desk/search/search-handlers.ts'
import { createSearchRuns, type SearchRuns } from '../../src/main/desk/search/search-runs.ts'
import type { DeskEvent, Input, Payload } from '../../src/shared/contract/contract.ts'
import type { Problem } from '../../src/shared/model/parcel-set.ts'
import {
  demoUser,
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../exchange-service/start-exchange-service.ts'
import { createDeskCalls, type DeskCalls } from './desk-calls.ts'
import { createTestDesk, type TestDesk, type TestDeskOptions } from './test-desk.ts'

type Progress = Payload<'searches.progressed'>
type PageSelection = Input<'search.start'>['selection']

/** Accounts and searches as a page sees them, over real HTTP. */
export interface SearchPage extends DeskCalls {
  desk: TestDesk
  sessions: OpenSessions
  runs: SearchRuns
  events: DeskEvent[]
  notices: Problem[]
  /** Answers of the file dialogs, in order; with none left, a dialog is closed. */
  filesToChoose: string[]
  /** Opens a one-off session of the demo user and returns its id. */
  signIn(change?: Partial<Input<'accounts.signIn'>>): Promise<string>
  /** Starts a search and returns its id. */
  start(sessionId: string, selection?: Partial<PageSelection>): Promise<string>
  /** Waits for the event that ends a search. */
  ended(searchId: string): Promise<Progress>
  /** Searches to the end. */
  search(sessionId: string, selection?: Partial<PageSelection>): Promise<Progress>
}

/** Every set, with the filters that the service has by default. */
export const EVERY_SET: PageSelection = {
  customers: [],
  shipmentRefs: [],
  status: '',
  instance: null,
  filters: {},
  states: [],
}

/** Ends with the test. */
export async function openSearchPage(options: TestDeskOptions): Promise<SearchPage> {
  const desk = await createTestDesk(options)
  onTestFinished(desk.close)
  const { desk: engine } = desk
  const [events, notices, filesToChoose]: [DeskEvent[], Problem[], string[]] = [[], [], []]
  const hub = createEventHub(createSystemClock())
  hub.listen((event) => void events.push(event))
  const sessions = createOpenSessions({ engine })
  const runs = createSearchRuns({ sessions, events: hub, logger: engine.logger })
  const savedSearches = createSavedSearches({ dataDir: desk.dataDir, onNotice: (notice) => void notices.push(notice) })
  const folders = { chooseFile: () => Promise.resolve(filesToChoose.shift()) }
  const calls = createDeskCalls(
    {
      ...createAccountHandlers({
        chosenFiles: createChosenFiles(),
        services: { requireConsent: () => Promise.resolve() },
        engine,
        sessions,
        folders,
        events: hub,
      }),
      ...createSearchHandlers({
        engine,
        sessions,
        runs,
        savedSearches,
        tableFiles: { save: () => Promise.resolve(null) },
        logger: engine.logger,
      }),
    },
    engine.logger,
  )
  onTestFinished(async () => {
    await Promise.all(sessions.list().map(({ sessionId }) => sessions.close(sessionId)))
  })
  const start: SearchPage['start'] = async (sessionId, selection) =>
    (await calls.call('search.start', { sessionId, selection: { ...EVERY_SET, ...selection } })).searchId
  const ended: SearchPage['ended'] = async (searchId) => await whenEnded({ events, hub }, searchId)
  return {
    ...calls,
    desk,
    sessions,
    runs,
    events,
    notices,
    filesToChoose,
    start,
    ended,
    signIn: async (change) => {
      const connection = { baseUrl: options.service.url, environment: 'test', ...demoUser } as const
      const once = { profile: null, credentialForm: 'basic', caFileId: null } as const
      return (await calls.call('accounts.signIn', { ...connection, ...once, ...change })).sessionId
    },
    search: async (sessionId, selection) => await ended(await start(sessionId, selection)),
  }
}

export interface SignedInPage {
  service: ExchangeService
  page: SearchPage
  sessionId: string
}

/** A separate service, and a page signed in to it. */
export async function openSignedIn(options: ServiceOptions = {}): Promise<SignedInPage> {
  const service = await startExchangeService(options)
  onTestFinished(service.close)
  const page = await openSearchPage({ service })
  return { service, page, sessionId: await page.signIn() }
}

/** Searches the events so far and waits for new ones. */
async function whenEnded(
  { events, hub }: { events: readonly DeskEvent[]; hub: EventHub },
  searchId: string,
): Promise<Progress> {
  return await new Promise((resolve) => {
    const look = (event: DeskEvent): void => {
      if (event.name !== 'searches.progressed') return
      if (event.payload.searchId === searchId && event.payload.state !== 'running') resolve(event.payload)
    }
    for (const event of events) look(event)
    hub.listen(look)
  })
}
