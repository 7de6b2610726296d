import { ArrowUp, X } from 'lucide-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { stateLabel } from '../../../shared/text/fold-state.ts'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { FilterSelect } from '../../ui/fields/Select.tsx'
import { type Choice, Segmented } from '../../ui/fields/RadioGroup.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { KIND_TITLES } from '../../parcel/entry-words.ts'
import { type InboxCounts, type InboxFacets, type InboxFilter, isNarrowed, WIDE } from '../store/inbox-state.ts'
import { inboxStore } from '../store/inbox-store.ts'
import styles from '../InboxScreen.module.css'
import { showNewest } from '../store/visit-inbox.ts'

type Shown = InboxFilter['show']

const KINDS = (['queue', 'check', 'journal', 'unreadable'] as const).map((id) => ({ id, title: KIND_TITLES[id] }))

/** Which entries are listed. */
export function InboxBar(): ReactNode {
  return (
    <search className={styles.bar}>
      <Show />
      <Filters />
    </search>
  )
}

/** The counts move with every entry that comes; the filters need not be drawn anew for that. */
function Show(): ReactNode {
  const filter = useStore(inboxStore, (state) => state.filter)
  const counts = useDesk(({ feed }) => feed?.counts)
  return (
    <div className={styles.show}>
      <Segmented<Shown>
        label="Show"
        choices={choices(counts)}
        value={filter.show}
        onChange={(id) => void inboxStore.filter({ show: id })}
      />
      <NewAbove />
      {isNarrowed(filter) && (
        <Button variant="quiet" icon={X} onPress={() => void inboxStore.filter(WIDE)}>
          Remove all filters
        </Button>
      )}
    </div>
  )
}

/** Came in while something was looked at, or while the list was scrolled. Here, because over the list it would hide a row. */
function NewAbove(): ReactNode {
  const newAbove = useStore(inboxStore, (state) => state.newAbove)
  if (newAbove === 0) return null
  return (
    <Button variant="plain" icon={ArrowUp} onPress={showNewest}>
      {newAbove.toLocaleString('en')} new
    </Button>
  )
}

function choices(counts: InboxCounts | undefined): Choice<Shown>[] {
  const title = (word: string, count: number | undefined): string =>
    count === undefined || count === 0 ? word : `${word} ${count.toLocaleString('en')}`
  return [
    { id: 'open', title: title('Open', counts === undefined ? undefined : counts.total - counts.done) },
    { id: 'new', title: title('New', counts?.new) },
    { id: 'unread', title: title('Unread', counts?.unread) },
    { id: 'flagged', title: title('Flagged', counts?.flagged) },
    { id: 'done', title: title('Done', counts?.done) },
    { id: 'all', title: title('All', counts?.total) },
  ]
}

const NO_FACETS: InboxFacets = { customers: [], states: [], actions: [] }

const Filters = memo(function Filters(): ReactNode {
  const filter = useStore(inboxStore, (state) => state.filter)
  const facets = useStore(inboxStore, (state) => state.facets) ?? NO_FACETS
  const narrow = (changed: Partial<InboxFilter>): void => void inboxStore.filter(changed)
  return (
    <div className={styles.filters}>
      <TypedFilter part="text" label="Find in the inbox" />
      <TypedFilter part="actor" label="Who" />
      <FilterSelect
        label="Customer"
        options={optionsOf(facets.customers, filter.customers)}
        selected={filter.customers}
        onChange={(customers) => narrow({ customers: [...customers] })}
      />
      <FilterSelect
        label="State"
        options={optionsOf(facets.states, filter.states).map((option) => ({
          ...option,
          title: stateLabel(option.title),
        }))}
        selected={filter.states}
        onChange={(states) => narrow({ states: [...states] })}
      />
      <FilterSelect
        label="Action"
        options={optionsOf(facets.actions, filter.actions)}
        selected={filter.actions}
        onChange={(actions) => narrow({ actions: [...actions] })}
      />
      <FilterSelect
        label="Kind"
        options={KINDS}
        selected={filter.kinds}
        onChange={(kinds) => narrow({ kinds: [...kinds] })}
      />
    </div>
  )
})

interface TypedFilterProps {
  readonly part: 'text' | 'actor'
  readonly label: string
}

/** The list follows when the hand rests, not at every letter. */
const TYPED_AFTER_MS = 150

/** Letters are shown at once. */
function TypedFilter({ part, label }: TypedFilterProps): ReactNode {
  const chosen = useStore(inboxStore, ({ filter }) => filter[part])
  const [typed, setTyped] = useState(chosen)
  const [known, setKnown] = useState(chosen)
  const timer = useRef<number>(undefined)
  if (chosen !== known) {
    setKnown(chosen)
    setTyped(chosen)
  }
  const type = (text: string): void => {
    setTyped(text)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (inboxStore.getState().filter[part] !== text) void inboxStore.filter({ [part]: text })
    }, TYPED_AFTER_MS)
  }
  return <SearchField label={label} value={typed} onChange={type} />
}

/** What is chosen stays in the list, also when nothing of it is there any more. */
function optionsOf(
  facet: InboxFacets['customers'],
  chosen: readonly string[],
): { readonly id: string; readonly title: string; readonly more?: string }[] {
  const missing = chosen.filter((value) => facet.every((one) => one.value !== value))
  return [
    ...facet.map(({ value, label, count }) => ({ id: value, title: label, more: count.toLocaleString('en') })),
    ...missing.map((value) => ({ id: value, title: value })),
  ]
}
