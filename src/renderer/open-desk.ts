import type { DeskCommand } from '../shared/contract/contract.ts'
import { commandsStore, findCommand } from './frame/commands-store.ts'
import { enterSession, readRows, restoreLayout, resumeSearch, searchStore } from './search/search-store.ts'
import { connectDesk, deskStore } from './state/desk-store.ts'
import { loadViews } from './state/views-store.ts'
import { leaveWorklist, readLines, restoreWorklistLayout, resumeWorklist } from './worklist/worklist-store.ts'

const SEARCH_KEY = 'search'

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

/** Connects the page with the main process, and brings back what a reload interrupted. */
export async function openDesk(): Promise<void> {
  await connectDesk((command) => {
    const found = findCommand(commandsStore.getState().commands, COMMANDS[command])
    if (found?.isEnabled === true) found.run()
  })
  await loadViews()
  restoreLayout()
  restoreWorklistLayout()
  const session = deskStore.getState().desk?.session
  if (session !== undefined && session !== null) await restore(session.sessionId)
  followSession()
  followSearch()
}

async function restore(sessionId: string): Promise<void> {
  await enterSession(sessionId)
  const isThere = (searchId: string): boolean => deskStore.getState().desk?.searches.has(searchId) === true
  resumeWorklist(isThere)
  const searchId = sessionStorage.getItem(SEARCH_KEY)
  if (searchId !== null && isThere(searchId)) await resumeSearch(searchId)
}

/** Another account has other customers and other sets. */
function followSession(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    const session = desk?.session ?? null
    if (session === null || session.sessionId === before?.session?.sessionId) return
    leaveWorklist()
    void enterSession(session.sessionId)
  })
}

/** Rows are read as they are found. */
function followSearch(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk?.searches === before?.searches) return
    readRows()
    readLines()
  })
  searchStore.subscribe(({ searchId }, before) => {
    if (searchId !== null && searchId !== before.searchId) sessionStorage.setItem(SEARCH_KEY, searchId)
  })
}
