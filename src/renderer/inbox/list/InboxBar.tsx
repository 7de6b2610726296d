import { ArrowUp, ListFilter, X } from 'lucide-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ENTRY_SOURCES } from '../../../shared/model/feed-entry.ts'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import { useDesk } from '../../client/desk-store.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { KIND_TITLES } from '../../parcel/entry-words.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { useRegion } from '../../ui/base/use-region.ts'
import { numberText } from '../../ui/base/words.ts'
import { type Choice, Segmented } from '../../ui/fields/RadioGroup.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { FilterSelect } from '../../ui/fields/Select.tsx'
import styles from '../InboxScreen.module.css'
import { type InboxCounts, type InboxFacets, type InboxFilter, isNarrowed } from '../store/inbox-state.ts'
import { inboxStore } from '../store/inbox-store.ts'
import { showNewest } from '../store/visit-inbox.ts'

type Shown = InboxFilter['show']

const KINDS = ([...ENTRY_SOURCES, 'unreadable'] as const).map((id) => ({
  id,
  title: KIND_TITLES[id],
}))

/** What the list shows: a tab, words, and in a second line the rest once it is asked for. */
export function InboxBar(): ReactNode {
  const [areShown, setAreShown] = useState(false)
  const { customers, states, kinds } = useStore(inboxStore, (state) => state.filter)
  const narrowing = [customers, states, kinds].filter((chosen) => chosen.length > 0).length
  return (
    <search className={styles.bar}>
      <div className={styles.show}>
        <ShowFilter />
        <FindField />
        <Button
          variant="quiet"
          icon={ListFilter}
          aria-expanded={areShown || narrowing > 0}
          onPress={() => setAreShown(!areShown)}
        >
          {narrowing === 0 ? 'Filter' : `Filter (${narrowing})`}
        </Button>
        <NewAboveButton />
      </div>
      {(areShown || narrowing > 0) && <Filters />}
    </search>
  )
}

/** Separate from the filters, because the counts change with every entry and the filters do not. */
function ShowFilter(): ReactNode {
  const show = useStore(inboxStore, ({ filter }) => filter.show)
  const counts = useDesk(({ feed }) => feed?.counts)
  return (
    <Segmented<Shown>
      label="Show"
      choices={choices(counts)}
      value={show}
      onChange={(id) => void inboxStore.filter({ show: id })}
    />
  )
}

/**
 * Entries that arrived while one was read or the list was scrolled. In the bar, because over the list it would hide a row; its room
 * is kept, because a bar that grows would move the rows.
 */
function NewAboveButton(): ReactNode {
  const newAbove = useStore(inboxStore, (state) => state.newAbove)
  return (
    <div className={styles.newAbove}>
      {newAbove > 0 && (
        <Button variant="plain" icon={ArrowUp} aria-label={`${numberText(newAbove)} unread above`} onPress={showNewest}>
          {numberText(newAbove)} new
        </Button>
      )}
    </div>
  )
}

function choices(counts: InboxCounts | undefined): Choice<Shown>[] {
  const title = (word: string, count: number | undefined): string =>
    count === undefined || count === 0 ? word : `${word} ${numberText(count)}`
  return [
    { id: 'open', title: title('Open', openCount(counts)) },
    { id: 'unread', title: title('Unread', counts?.unread) },
    { id: 'flagged', title: title('Flagged', counts?.flagged) },
    { id: 'snoozed', title: title('Snoozed', counts?.snoozed) },
    { id: 'done', title: title('Done', counts?.done) },
    { id: 'all', title: title('All', counts?.total) },
  ]
}

function openCount(counts: InboxCounts | undefined): number | undefined {
  return counts === undefined ? undefined : counts.total - counts.done - counts.snoozed
}

const NO_FACETS: InboxFacets = { customers: [], states: [] }

const Filters = memo(function Filters(): ReactNode {
  useRegion()
  const filter = useStore(inboxStore, (state) => state.filter)
  const facets = useStore(inboxStore, (state) => state.facets) ?? NO_FACETS
  const hasStreams = useDesk(({ feed }) => feed?.view.mode === 'streams')
  const narrow = (changed: Partial<InboxFilter>): void => void inboxStore.filter(changed)
  return (
    <div className={styles.filters}>
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
        label="How it came"
        options={KINDS.filter(({ id }) => hasStreams || id !== 'stream')}
        selected={filter.kinds}
        onChange={(kinds) => narrow({ kinds: [...kinds] })}
      />
      {isNarrowed(filter) && <CommandButton id="inbox.widen" variant="quiet" icon={X} />}
    </div>
  )
})

/** The list follows when typing pauses, not at every letter. */
const TYPED_AFTER_MS = 150

/** The field shows letters at once; the list follows later. */
function FindField(): ReactNode {
  const chosen = useStore(inboxStore, ({ filter }) => filter.text)
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
      if (inboxStore.getState().filter.text !== text) void inboxStore.filter({ text })
    }, TYPED_AFTER_MS)
  }
  return <SearchField label="Find in the inbox" placeholder="Who, what, reference" value={typed} onChange={type} />
}

/** Chosen values stay in the list, even if no entry has them any more. */
function optionsOf(
  facet: InboxFacets['customers'],
  chosen: readonly string[],
): { readonly id: string; readonly title: string; readonly more?: string }[] {
  const missing = chosen.filter((value) => facet.every((one) => one.value !== value))
  return [
    ...facet.map(({ value, label, count }) => ({ id: value, title: label, more: numberText(count) })),
    ...missing.map((value) => ({ id: value, title: value })),
  ]
}
