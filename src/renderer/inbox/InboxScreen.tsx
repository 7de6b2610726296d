import { CheckCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { usePaneWidth } from '../client/views-store.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { ExportMenu } from '../commands/ExportMenu.tsx'
import { StreamGaps } from '../feed/StreamGaps.tsx'
import { useCommandMenu } from '../commands/use-command-menu.tsx'
import { setStore } from '../set/set-store.ts'
import { useReading } from '../set/use-reading.ts'
import { wholeWindow } from '../set/whole-window.ts'
import type { MenuPlace } from '../ui/actions/Menu.tsx'
import { countOf, numberText } from '../ui/base/words.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { ListColumn } from '../ui/layout/ListColumn.tsx'
import { SplitPane } from '../ui/layout/SplitPane.tsx'
import { EntryPane } from './entry/EntryPane.tsx'
import styles from './InboxScreen.module.css'
import { EntryList } from './list/EntryList.tsx'
import { InboxBar } from './list/InboxBar.tsx'
import { InboxEmpty } from './list/InboxEmpty.tsx'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import { inboxStore } from './store/inbox-store.ts'
import { closePane, openEntry, paneStore } from './store/pane-store.ts'
import { visitInbox } from './store/visit-inbox.ts'
import { enterList, ENTRY_MENU, useInboxCommands } from './use-inbox-commands.ts'

const PANE = 'Entry and set'

/** The changes of the followed customers’ parcels, to be worked through. */
export function InboxScreen(): ReactNode {
  const [paneWidthPx, setPaneWidthPx] = usePaneWidth('inbox')
  const isOpen = useStore(paneStore, (pane) => pane.isOpen)
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  const isEmpty = useStore(inboxStore, (state) => state.focusedId === null)
  useInboxCommands()
  const step = (by: 1 | -1): void => inboxStore.focus.step(by)
  useReading({ place: 'inbox', position: useEntryPosition(), stepSet: step })
  const menu = useCommandMenu({ label: 'Entry', commands: ENTRY_MENU })
  useEffect(() => visitInbox(), [])
  return (
    <div className={styles.screen}>
      <SplitPane
        label={PANE}
        widthPx={paneWidthPx}
        firstWidthPx={504}
        onResize={setPaneWidthPx}
        isEmpty={isEmpty}
        isWhole={isWhole}
        isOpen={isOpen}
        onClose={closePane}
        focuses="content"
        main={<Entries onMenu={menu.openAt} />}
        pane={<EntryPane />}
      />
      {menu.menu}
      <SnoozeDialog />
    </div>
  )
}

/** Of the entry whose set is shown. */
function useEntryPosition(): { at: number; of: number } | null {
  const { entries, focusedId, count } = useStore(inboxStore)
  const hasSet = useStore(setStore, (sets) => sets.inbox.setId !== null)
  const at = entries.findIndex(({ entryId }) => entryId === focusedId)
  return hasSet && at !== -1 ? { at: at + 1, of: count } : null
}

function Entries({ onMenu }: { readonly onMenu: (place: MenuPlace) => void }): ReactNode {
  const failure = useStore(inboxStore, (state) => state.failure)
  const gaps = useDesk(({ feed }) => feed?.view.streams.gaps) ?? []
  return (
    <ListColumn
      head={
        <>
          <InboxBar />
          {failure !== null && <FailureNotice failure={failure} />}
          <StreamGaps gaps={gaps} onDismissed={enterList} />
        </>
      }
      foot={<InboxFoot />}
    >
      <EntryList onOpen={openEntry} onMenu={onMenu} empty={<InboxEmpty />} />
    </ListColumn>
  )
}

/** Always visible: how many entries there are, how many are ticked, and what can be done with them. */
function InboxFoot(): ReactNode {
  const { count, ticked, isLoading } = useStore(inboxStore)
  const health = useDesk(({ feed }) => feed?.view.health)
  const isTrouble = health?.state === 'trouble'
  return (
    <div className={styles.foot}>
      <output aria-label="Entries">
        {isLoading === undefined ? '' : countOf(count, 'entry', 'entries')}
        {ticked.size > 0 && ` · ${numberText(ticked.size)} ticked`}
      </output>
      {ticked.size > 0 ? <Ticked /> : isTrouble && <span className={styles.trouble}>{health.sentence}</span>}
      <span className={styles.push} />
      <ExportMenu place="inbox" />
      <CommandButton id="inbox.readAll" variant="quiet" icon={CheckCheck} />
    </div>
  )
}

function Ticked(): ReactNode {
  return (
    <>
      <CommandButton id="inbox.done" variant="plain" />
      <CommandButton id="inbox.flag" variant="plain" />
      <CommandButton id="inbox.unread" variant="plain" />
      <CommandButton id="inbox.untick" variant="quiet" />
    </>
  )
}
