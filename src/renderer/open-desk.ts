import type { DeskCommand, DeskEvent } from '../shared/contract/contract.ts'
import { beginning } from './initial-focus.ts'
import { DeskScreen } from './DeskScreen.tsx'
import { loadFeed, chooseFirstPlace, onFeedEvent } from './feed/follow-feed.ts'
import { commandsStore, findCommand } from './commands/commands-store.ts'
import { followFocus } from './inbox/store/pane-store.ts'
import { enterSession, readRows, refreshRows, restoreLayout, resumeSearch, searchStore } from './search/search-store.ts'
import { hearOpening } from './set/opening-progress.ts'
import { leaveSets, refreshSets } from './set/set-store.ts'
import { deskStore, type Job, type Session } from './client/desk-store.ts'
import { beginAgain } from './client/place-store.ts'
import { loadViews } from './client/views-store.ts'
import {
  leaveWorklist,
  readLines,
  restoreWorklistLayout,
  resumeWorklist,
  worklistStore,
} from './worklist/worklist-store.ts'

/** What the menu of the desktop calls a command, and what this page calls it. */
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
}

/** What the page shows of the desk, and what it tells it. */
export interface OpenedDesk {
  readonly Screen: typeof DeskScreen
  onDeskEvent(event: DeskEvent): void
}

/**
 * Follows what is signed in, searched and saved. For whoever was signed in when the page was loaded it brings back what a
 * reload interrupted; whoever signed in while this code was on its way begins as after any sign-in.
 */
export async function openDesk({ wasSignedIn }: { readonly wasSignedIn: boolean }): Promise<OpenedDesk> {
  followFocus()
  chooseFirstPlace()
  await loadViews()
  restoreLayout()
  restoreWorklistLayout()
  const session = deskStore.getState().desk?.session ?? null
  if (session !== null) (wasSignedIn ? restore : enter)(session)
  followSession()
  followSearches()
  followJobs()
  return { Screen: DeskScreen, onDeskEvent: hear }
}

function hear(event: DeskEvent): void {
  if (event.name === 'desk.commanded') runCommand(event.payload.command)
  else if (event.name === 'documents.progressed') hearOpening(event.payload)
  else onFeedEvent(event)
}

function runCommand(command: DeskCommand): void {
  const found = findCommand(commandsStore.getState().commands, COMMANDS[command])
  if (found?.isEnabled === true) found.run()
}

/** Whoever is signed in will read documents and open the settings: fetched in a quiet moment, so that neither need wait. */
function warmUp(): void {
  requestIdleCallback(() => {
    void import('./preview/document/pdf-workers.ts').then(({ parserThread }) => parserThread())
    void import('./settings/SettingsScreen.tsx')
  })
}

/** What the main process still has is shown at once, however slow the service is. */
function restore({ sessionId }: Session): void {
  warmUp()
  void enterSession(sessionId)
  const isThere = (searchId: string): boolean => deskStore.getState().desk?.searches.has(searchId) === true
  resumeWorklist(isThere)
  resumeSearch(isThere)
}

/** Another account has other customers and other sets, and begins at the beginning. */
function followSession(): void {
  let last = deskStore.getState().desk?.session ?? null
  deskStore.subscribe(({ desk }) => {
    const session = desk?.session ?? null
    if (session === null || session.sessionId === last?.sessionId) return
    const isSame = last !== null && accountOf(session) === accountOf(last)
    last = session
    leaveWorklist()
    leaveSets()
    if (!isSame) beginAgain()
    enter(session)
  })
}

function enter({ sessionId }: Session): void {
  warmUp()
  void Promise.allSettled([enterSession(sessionId), loadFeed(sessionId)]).then(() => {
    beginning.setState({ isDue: true })
  })
}

function accountOf({ environment, baseUrl, username }: Session): string {
  return JSON.stringify([environment, baseUrl, username])
}

/** Rows and lines are read as they are found; what another search finds is none of theirs. */
function followSearches(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    const hasMoved = (searchId: string | null): boolean =>
      searchId !== null && desk?.searches.get(searchId) !== before?.searches.get(searchId)
    if (hasMoved(searchStore.getState().searchId)) readRows()
    if (hasMoved(worklistStore.getState().searchId)) readLines()
  })
}

/** What a save has put on this disk is told by rows, lines and sets alike, once it has come to an end. */
function followJobs(): void {
  // A short one is never seen at work: what the page hears of it first may be that it is done.
  const isAtWork = (job: Job | undefined): boolean =>
    job === undefined ||
    job.state === 'waiting' ||
    job.state === 'running' ||
    job.state === 'pausing' ||
    job.state === 'cancelling'
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk === undefined || desk.jobs === before?.jobs) return
    const wasAtWork = (jobId: string): boolean => isAtWork(before?.jobs.find((job) => job.jobId === jobId))
    if (!desk.jobs.some((job) => !isAtWork(job) && wasAtWork(job.jobId))) return
    refreshRows().catch(() => undefined)
    readLines()
    refreshSets()
  })
}
