import type { DeskCommand, DeskEvent } from '../shared/contract/contract.ts'
import { deskStore, type Session } from './client/desk-store.ts'
import { followSaves } from './client/follow-saves.ts'
import type { PageRoom } from './client/page-room.ts'
import { resetPlace } from './client/place-store.ts'
import { viewsStore } from './client/views-store.ts'
import { commandsStore, findCommand } from './commands/commands-store.ts'
import { DeskScreen } from './DeskScreen.tsx'
import { watchJobs } from './downloads/JobHealth.tsx'
import { inboxRoom } from './inbox/inbox-room.ts'
import { initialFocus } from './initial-focus.ts'
import { packsRoom } from './packs/packs-room.ts'
import { paletteRoom } from './palette/palette-room.ts'
import { knownStore } from './palette/known-store.ts'
import { schedulesRoom } from './client/schedules-store.ts'
import { searchRoom } from './search/search-room.ts'
import { setRoom } from './set/set-room.ts'
import { toastQueue } from './ui/feedback/toast-queue.ts'
import { worklistRoom } from './worklist/worklist-room.ts'

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

/** Later rooms use what earlier ones have. */
const ROOMS: readonly PageRoom[] = [
  paletteRoom,
  inboxRoom,
  searchRoom,
  worklistRoom,
  setRoom,
  schedulesRoom,
  packsRoom,
  { open: watchJobs },
]

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
  // As the user left them; what is arranged from now on survives closing and reloading the window.
  window.addEventListener('pagehide', () => viewsStore.actions.flush())
  await viewsStore.actions.load()
  for (const room of ROOMS) room.open?.()
  const session = deskStore.getState().desk?.session ?? null
  if (session !== null) (wasSignedIn ? resume : enter)(session)
  followSession()
  followState()
  followSaves((by) => ROOMS.forEach((room) => room.onSaved?.(by)))
  return { Screen: DeskScreen, onDeskEvent }
}

function onDeskEvent(event: DeskEvent): void {
  if (event.name === 'desk.commanded') runCommand(event.payload.command)
  else for (const room of ROOMS) room.onEvent?.(event)
}

function runCommand(command: DeskCommand): void {
  const found = findCommand(commandsStore.getState().commands, COMMANDS[command])
  if (found?.isEnabled === true) found.run()
}

/** Preview, worklists and settings are needed sooner or later: fetched in an idle moment, so that none has to be waited for. */
function prefetchCode(): void {
  requestIdleCallback(() => {
    void import('./preview/document/pdf-workers.ts').then(({ parserThread }) => parserThread())
    // Its styles, which are many, have every element styled again: before there is a list, that is little.
    void import('./preview/Preview.tsx')
    void import('./worklist/WorklistScreen.tsx')
    void import('./settings/SettingsScreen.tsx')
  })
}

function resume(session: Session): void {
  prefetchCode()
  for (const room of ROOMS) room.resume?.(session)
}

function enter(session: Session): void {
  prefetchCode()
  void Promise.allSettled(ROOMS.map(async (room) => await room.enter?.(session))).then(() => {
    initialFocus.setState({ isDue: true })
    requestIdleCallback(() => knownStore.wake())
  })
}

/** Another account has other customers and other sets, and starts from scratch. */
function followSession(): void {
  let last = deskStore.getState().desk?.session ?? null
  deskStore.subscribe(({ desk }) => {
    const session = desk?.session ?? null
    if (session === null || session.sessionId === last?.sessionId) return
    const isSame = last !== null && accountOf(session) === accountOf(last)
    last = session
    // What it offers to undo would be done in this account.
    toastQueue.clear()
    if (!isSame) resetPlace()
    for (const room of ROOMS) room.leave?.()
    enter(session)
  })
}

function accountOf({ environment, baseUrl, username }: Session): string {
  return JSON.stringify([environment, baseUrl, username])
}

function followState(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    const hasRegionChanged =
      desk?.settings.region !== before?.settings.region || desk?.settings.dates !== before?.settings.dates
    if (hasRegionChanged) for (const room of ROOMS) room.onRegion?.()
    if (desk?.searches === before?.searches) return
    const hasChanged = (searchId: string | null): boolean =>
      searchId !== null && desk?.searches.get(searchId) !== before?.searches.get(searchId)
    for (const room of ROOMS) room.onFound?.(hasChanged)
  })
}
