import { useStore } from 'zustand'
import { call, failureIn } from '../client/desk-client.ts'
import { currentSessionId } from '../client/desk-store.ts'
import { showSavedFile } from '../client/notify.ts'
import { exportOffers, type TableFormat } from '../commands/ExportMenu.tsx'
import { type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import type { InboxEntry } from '../parcel/entry-words.ts'
import { askToSaveSets } from '../saving/save-request.ts'
import { landmark, stopOfList } from '../ui/base/landmarks.ts'
import { countOf, numberText } from '../ui/base/words.ts'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { askSnooze } from './SnoozeDialog.tsx'
import { isNarrowed, NO_NARROWING } from './store/inbox-state.ts'
import { type Mark, toggled } from './store/inbox-marks.ts'
import { entryStore, inboxStore } from './store/inbox-store.ts'
import { openEntry, openPane } from './store/pane-store.ts'
import { showNewest } from './store/visit-inbox.ts'

/** How long a note waits for its field: two seconds. */
const MAX_FRAMES = 120

/** What can be done with entries, for buttons, palette and keys alike. */
export function useInboxCommands(): void {
  const count = useStore(inboxStore, (state) => state.entries.length)
  const hasTarget = useStore(inboxStore, ({ focusedId, ticked }) => focusedId !== null || ticked.size > 0)
  const ticked = useStore(inboxStore, (state) => state.ticked.size)
  const canWiden = useStore(inboxStore, ({ filter }) => isNarrowed(filter))
  // The titles say what a key would do now, and to how many entries.
  const many = ticked > 1 ? ` (${numberText(ticked)})` : ''
  const isRead = useMarked('isRead')
  const isDone = useMarked('isDone')
  const isFlagged = useMarked('isFlagged')
  const isSnoozed = useTargets((entry) => entry.snoozedUntil !== null && entry.returnedAt === null)
  const canSnooze = hasTarget && !isDone
  const offer = (id: string, title: string, rest: Omit<OfferInGroup, 'id' | 'title'>): OfferInGroup => ({
    id: `inbox.${id}`,
    title,
    ...rest,
  })
  const mark = (which: Mark): { isEnabled: boolean; run: () => void } => ({
    isEnabled: hasTarget,
    run: () => void markTargets(which),
  })
  useCommandsIn('Inbox', [
    offer('next', 'Next entry', { shortcut: 'J', isEnabled: count > 0, run: stepDown }),
    offer('previous', 'Previous entry', { shortcut: 'K', isEnabled: count > 0, run: stepUp }),
    offer('open', 'Open the entry', { shortcut: 'Enter', isEnabled: hasTarget, run: openEntry }),
    {
      id: 'save.open',
      title: ticked > 1 ? `Save the sets of ${countOf(ticked, 'entry', 'entries')}…` : 'Save the set of the entry…',
      shortcut: 'Mod+S',
      isEnabled: hasTarget,
      run: saveTargets,
    },
    offer('done', `${isDone ? 'Not done' : 'Done'}${many}`, { shortcut: 'E', ...mark('isDone') }),
    offer('unread', `Mark as ${isRead ? 'unread' : 'read'}${many}`, { shortcut: 'U', ...mark('isRead') }),
    offer('flag', `${isFlagged ? 'Remove flag' : 'Flag'}${many}`, { shortcut: 'S', ...mark('isFlagged') }),
    offer('tick', 'Tick or untick', { shortcut: 'X', isEnabled: hasTarget, run: tick }),
    offer('untick', 'Untick all', { isEnabled: ticked > 0, run: () => inboxStore.focus.clearTicks() }),
    offer('widen', 'Remove all filters', { isEnabled: canWiden, run: () => void inboxStore.filter(NO_NARROWING) }),
    offer('snooze', `Snooze…${many}`, { shortcut: 'B', isEnabled: canSnooze, run: askSnooze }),
    offer('endSnooze', `Bring back from the snooze${many}`, { isEnabled: isSnoozed, run: () => void endSnooze() }),
    offer('note', 'Write a note about the entry', { shortcut: 'N', isEnabled: hasTarget, run: writeNote }),
    offer('copyParcel', 'Copy the parcel reference', {
      isEnabled: hasTarget,
      run: () => void copyReferences('parcelReference'),
    }),
    offer('copyShipment', 'Copy the shipment reference', {
      isEnabled: hasTarget,
      run: () => void copyReferences('shipmentRef'),
    }),
    offer('undo', 'Undo the last mark, snooze or note', {
      shortcut: 'Mod+Z',
      run: () => void inboxStore.marks.undoLast(),
    }),
    offer('readAll', 'Mark all as read', {
      isEnabled: count > 0,
      run: () => void inboxStore.marks.markAll({ isRead: true }),
    }),
    offer('newest', 'Go to the newest', { shortcut: 'Mod+ArrowDown', isEnabled: count > 0, run: goToNewest }),
    ...exportOffers('inbox', count > 0, exportEntries),
  ])
}

/** The menu of an entry. */
export const ENTRY_MENU = [
  'save.open',
  'separator',
  'inbox.done',
  'inbox.unread',
  'inbox.flag',
  'separator',
  'inbox.snooze',
  'inbox.endSnooze',
  'inbox.note',
  'separator',
  'inbox.copyParcel',
  'inbox.copyShipment',
]

function useMarked(mark: Mark): boolean {
  return useTargets((entry) => entry[mark])
}

/** Whether there are entries to act on, and all of them are like this. */
function useTargets(is: (entry: InboxEntry) => boolean): boolean {
  return useStore(inboxStore, () => {
    const targets = inboxStore.focus.targets()
    return targets.length > 0 && targets.every(is)
  })
}

async function markTargets(mark: Mark): Promise<void> {
  const targets = inboxStore.focus.targets()
  await inboxStore.marks.mark(
    targets.map(({ entryId }) => entryId),
    toggled(targets, mark),
  )
}

/** The sets of the ticked entries or, without ticks, of the current one. */
function saveTargets(): void {
  const setIds = [...new Set(inboxStore.focus.targets().flatMap(({ setId }) => setId ?? []))]
  if (setIds.length > 0) askToSaveSets(setIds, null)
}

async function endSnooze(): Promise<void> {
  const targets = inboxStore.focus.targets()
  await inboxStore.marks.mark(
    targets.map(({ entryId }) => entryId),
    { isDone: false },
  )
  await inboxStore.reader.refresh()
}

/** The field is in the pane, which may have to open for it. */
function writeNote(): void {
  openPane()
  let frames = 0
  const focusField = (): void => {
    const field = landmark('entry')?.querySelector('textarea')
    frames += 1
    // A menu from which this was chosen takes the focus back for as long as it is there.
    if (field != null && document.querySelector('[role="menu"]') === null) field.focus()
    else if (frames < MAX_FRAMES) requestAnimationFrame(focusField)
  }
  // At once where it is shown: what is typed next is the note. Otherwise the entry is read now, not when the keyboard has
  // stayed on it.
  focusField()
  if (entryStore.getState().view === null) void entryStore.read()
}

/** One reference a line, each once. */
async function copyReferences(field: 'parcelReference' | 'shipmentRef'): Promise<void> {
  const references = [...new Set(inboxStore.focus.targets().flatMap((entry) => entry[field] ?? []))]
  if (references.length > 0)
    await copyText(references.join('\r\n'), `${countOf(references.length, 'reference')} copied`)
}

function tick(): void {
  const { focusedId } = inboxStore.getState()
  if (focusedId !== null) inboxStore.focus.toggle(focusedId)
}

function stepDown(): void {
  enterList()
  inboxStore.focus.step(1)
}

/** Focuses the list, so that Enter opens the entry and not the filter used before. A focus in the pane stays there. */
export function enterList(): void {
  if (document.activeElement?.closest('section') === null) {
    stopOfList()?.focus({ preventScroll: true })
  }
}

/** Above the first entry are those that arrived too fast to keep up with. */
function stepUp(): void {
  enterList()
  const { entries, focusedId, isCutOff } = inboxStore.getState()
  if (isCutOff && entries[0]?.entryId === focusedId) showNewest()
  else inboxStore.focus.step(-1)
}

function goToNewest(): void {
  enterList()
  showNewest()
  const first = inboxStore.getState().entries[0]
  if (first !== undefined) inboxStore.focus.focus(first.entryId)
}

/** The entries that are shown, loaded or not. */
async function exportEntries(format: TableFormat): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId === undefined) return
  try {
    const { filter } = inboxStore.getState()
    const { file, entries } = await call('inbox.export', { sessionId, filter, format })
    if (file !== null) showSavedFile(`${countOf(entries, 'entry', 'entries')} exported`, file)
  } catch (thrown) {
    inboxStore.setState({ failure: failureIn(thrown) })
  }
}
