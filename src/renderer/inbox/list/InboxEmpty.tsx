import { Inbox, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { goToSection } from '../../client/go-to-section.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { numberText } from '../../ui/base/words.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { type InboxFilter, isNarrowed } from '../store/inbox-state.ts'
import { inboxStore } from '../store/inbox-store.ts'

/** Why the list is empty, and what to do about it. */
export function InboxEmpty(): ReactNode {
  const filter = useStore(inboxStore, (state) => state.filter)
  const total = useDesk(({ feed }) => feed?.counts.total ?? 0)
  if (isNarrowed(filter)) return <NothingMatches />
  return total > 0 ? <NothingLeft show={filter.show} /> : <NothingYet />
}

function NothingMatches(): ReactNode {
  return (
    <EmptyState icon={ListFilter} title="No entry matches" actions={<CommandButton id="inbox.widen" />}>
      <p>Remove a filter, or choose All.</p>
    </EmptyState>
  )
}

const NOTHING_LEFT: Readonly<Record<InboxFilter['show'], { readonly title: string; readonly text: string }>> = {
  open: {
    title: 'Everything is done',
    text: 'Finished entries are under Done. New changes appear here as they arrive.',
  },
  unread: { title: 'Everything is read', text: 'Unfinished entries are under Open.' },
  flagged: { title: 'Nothing is flagged', text: 'Press S to flag the current entry and find it again here.' },
  snoozed: {
    title: 'Nothing is snoozed',
    text: 'Press B to set the current entry aside until a time. It comes back unread, on top.',
  },
  done: { title: 'Nothing is done yet', text: 'Press E to mark the current entry as done.' },
  all: { title: 'Nothing here yet', text: 'Changes appear here as they arrive.' },
}

function NothingLeft({ show }: { readonly show: InboxFilter['show'] }): ReactNode {
  const { title, text } = NOTHING_LEFT[show]
  return (
    <EmptyState icon={Inbox} title={title}>
      <p>{text}</p>
    </EmptyState>
  )
}

/** Before the first entry: whether changes reach this desk, and how to set that up. */
function NothingYet(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  const followed = view?.followed.length ?? 0
  if (view === undefined || followed === 0) return <NobodyFollowed />
  if (!view.isOn && !view.checks.isOn && view.mode !== 'streams') return <FeedOff forbiddenBy={view.forbiddenBy} />
  return (
    <EmptyState icon={Inbox} title="Nothing here yet">
      <p>
        {followed === 1 ? 'One customer is' : `${numberText(followed)} customers are`} followed. Their sets are listed
        here as soon as they are signed, issued or change hands.
      </p>
      <p>{view.health.sentence}</p>
    </EmptyState>
  )
}

function NobodyFollowed(): ReactNode {
  return (
    <EmptyState
      icon={Inbox}
      title="No customer is followed yet"
      actions={<CommandButton id="feed.follow" variant="primary" />}
    >
      <p>Follow customers to list every change of their parcels here: who did what, and when.</p>
      <p>Changes come from your company’s queue within a second, or from checks by searching every few minutes.</p>
    </EmptyState>
  )
}

function FeedOff({ forbiddenBy }: { readonly forbiddenBy: string | null }): ReactNode {
  return (
    <EmptyState
      icon={Inbox}
      title="The feed is off"
      actions={
        <>
          {forbiddenBy === null && (
            <Button variant="primary" onPress={() => goToSection('queues')}>
              Set up the queue
            </Button>
          )}
          <Button onPress={() => goToSection('checks')}>Set up checks</Button>
        </>
      }
    >
      <p>
        {forbiddenBy === null
          ? 'No changes reach this desk. Messages from the queue arrive within a second; checks by searching need no queue.'
          : `${forbiddenBy} forbids taking messages from the queue. Checks by searching are allowed.`}
      </p>
    </EmptyState>
  )
}
