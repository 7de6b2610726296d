import type { DeskCommand, DeskEvent } from '../shared/contract/contract.ts'
import { deskStore, type Session } from './client/desk-store.ts'
import { followSaves } from './client/follow-saves.ts'
import { resetPlace } from './client/place-store.ts'
import { viewsStore } from './client/views-store.ts'
import { commandsStore, findCommand } from './commands/commands-store.ts'
import { DeskScreen } from './DeskScreen.tsx'
import { watchJobs } from './downloads/JobHealth.tsx'
import { chooseFirstPlace, loadFeed, onFeedEvent } from './follow-feed.ts'
import { followFocus } from './inbox/store/pane-store.ts'
import { initialFocus } from './initial-focus.ts'
import { knownStore } from './palette/known-store.ts'
import { recentItems } from './palette/recent-items.ts'
import { searchStore } from './search/search-store.ts'
import { onOpeningProgress } from './set/opening-progress.ts'
import { followSelection, onReaderChanged } from './set/reader-window.ts'
import { setStore } from './set/set-store.ts'
import { followStore } from './feed/follow-customers.ts'
import { readSchedules } from './client/schedules-store.ts'
import { toastQueue } from './ui/feedback/toast-queue.ts'
import { shownList } from './worklist/store/worklist-state.ts'
import { worklistStore } from './worklist/store/worklist-store.ts'

/** The desktop menu’s name of a command, and this page’s. */
const COMMANDS: Readonly<Record<DeskCommand, string>> = {
  'go-inbox': 'go.inbox',
  'go-search': 'go.search',
  'go-worklist': 'go.worklist',
  'go-downloads': 'go.downloads',
  'go-settings': 'go.settings',
  'open-palette': 'palette.open',
  'show-shortcuts': 'shortcuts.show',
  find: 'preview.find',
  save: 'save.open',
  'read-whole': 'read.whole',
  'next-set': 'read.nextSet',
  'previous-set': 'read.previousSet',
  'save-set': 'set.save',
}

const MOST_ROWS_TO_FOLLOW = 5_000

/** The desk’s screen, and where its events go. */
export interface OpenedDesk {
  readonly Screen: typeof DeskScreen
  onDeskEvent(event: DeskEvent): void
}

/**
 * Follows session, searches and jobs. If somebody was signed in when the page was loaded, it restores what the reload
 * interrupted; somebody who signed in while this code was loading starts as after any sign-in.
 */
export async function openDesk({ wasSignedIn }: { readonly wasSignedIn: boolean }): Promise<OpenedDesk> {
  followFocus()
  recentItems.load()
  chooseFirstPlace()
  await restoreLayouts()
  const session = deskStore.getState().desk?.session ?? null
  if (session !== null) (wasSignedIn ? restore : enter)(session)
  followSession()
  followRegion()
  followSearches()
  // Rows, lines and sets show what is on this disk.
  followSaves((by) => {
    // Reading very many rows again and again would cost more than their ticks are worth.
    if (by === 'end' || searchStore.getState().rowsRead <= MOST_ROWS_TO_FOLLOW) {
      searchStore.rows.refresh().catch(() => undefined)
    }
    worklistStore.actions.readLines()
    setStore.actions.readAll()
  })
  watchJobs()
  followSelection()
  return { Screen: DeskScreen, onDeskEvent }
}

/** As the user left them; what is arranged from now on survives closing and reloading the window. */
async function restoreLayouts(): Promise<void> {
  window.addEventListener('pagehide', () => viewsStore.actions.flush())
  await viewsStore.actions.load()
  // A worklist takes its arrangement from there when it is opened.
  const { 'search-grid': search } = viewsStore.getState()
  if (search !== undefined) searchStore.grid.actions.setLayout(search)
}

function onDeskEvent(event: DeskEvent): void {
  if (event.name === 'desk.commanded') runCommand(event.payload.command)
  else if (event.name === 'documents.progressed') onOpeningProgress(event.payload)
  else if (event.name === 'reader.changed') onReaderChanged(event)
  else if (event.name === 'worklists.changed') void worklistStore.actions.refresh()
  else if (event.name === 'schedules.changed') void readSchedules()
  else onFeedEvent(event)
}

function runCommand(command: DeskCommand): void {
  const found = findCommand(commandsStore.getState().commands, COMMANDS[command])
  if (found?.isEnabled === true) found.run()
}

/** Preview, worklists and settings are needed sooner or later: fetched in an idle moment, so that none has to be waited for. */
function prefetchCode(): void {
  requestIdleCallback(() => {
    void import('./preview/document/pdf-workers.ts').then(({ parserThread }) => parserThread())
    // Its styles, which are many, have every element styled anew: before there is a list, that is little.
    void import('./preview/Preview.tsx')
    void import('./worklist/WorklistScreen.tsx')
    void import('./settings/SettingsScreen.tsx')
  })
}

/** Shows at once what the main process still has, however slow the service is. */
function restore({ sessionId }: Session): void {
  prefetchCode()
  void searchStore.actions.enterSession(sessionId)
  const isKnown = (searchId: string): boolean => deskStore.getState().desk?.searches.has(searchId) === true
  void worklistStore.actions.enterSession()
  void readSchedules()
  searchStore.actions.resume(isKnown)
}

/** Another account has other customers and other sets, and starts from scratch. */
function followSession(): void {
  let last = deskStore.getState().desk?.session ?? null
  deskStore.subscribe(({ desk }) => {
    const session = desk?.session ?? null
    if (session === null || session.sessionId === last?.sessionId) return
    const isSame = last !== null && accountOf(session) === accountOf(last)
    last = session
    setStore.actions.leave()
    followStore.leave()
    // What it offers to undo would be done in this account.
    toastQueue.clear()
    if (!isSame) resetPlace()
    recentItems.load()
    enter(session)
  })
}

function enter({ sessionId }: Session): void {
  prefetchCode()
  void worklistStore.actions.enterSession()
  void readSchedules()
  void Promise.allSettled([searchStore.actions.enterSession(sessionId), loadFeed(sessionId)]).then(() => {
    initialFocus.setState({ isDue: true })
    requestIdleCallback(() => knownStore.wake())
  })
}

function accountOf({ environment, baseUrl, username }: Session): string {
  return JSON.stringify([environment, baseUrl, username])
}

/** What grids derived from dates is derived again; `useRegion` draws the rest. */
function followRegion(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    const isSame = desk?.settings.region === before?.settings.region && desk?.settings.dates === before?.settings.dates
    if (isSame) return
    const [search, worklist] = [searchStore.grid.actions, worklistStore.getState().grid.actions]
    search.setRows(search.allRows())
    worklist.setRows(worklist.allRows())
  })
}

/** Reads rows and lines as they are found, each of its own search. */
function followSearches(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    const hasChanged = (searchId: string | null): boolean =>
      searchId !== null && desk?.searches.get(searchId) !== before?.searches.get(searchId)
    if (hasChanged(searchStore.getState().searchId)) searchStore.rows.read()
    if (hasChanged(shownList(worklistStore.getState())?.searchId ?? null)) worklistStore.actions.readLines()
  })
}
