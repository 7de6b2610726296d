import { ArrowUp, X } from 'lucide-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import { useDesk } from '../../client/desk-store.ts'
import { KIND_TITLES } from '../../parcel/entry-words.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { useRegion } from '../../ui/base/use-region.ts'
import { numberText } from '../../ui/base/words.ts'
import { type Choice, Segmented } from '../../ui/fields/RadioGroup.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { FilterSelect } from '../../ui/fields/Select.tsx'
import styles from '../InboxScreen.module.css'
import { type InboxCounts, type InboxFacets, type InboxFilter, isNarrowed, NO_NARROWING } from '../store/inbox-state.ts'
import { inboxStore } from '../store/inbox-store.ts'
import { showNewest } from '../store/visit-inbox.ts'

type Shown = InboxFilter['show']

const KINDS = (['queue', 'check', 'stream', 'schedule', 'unreadable'] as const).map((id) => ({
  id,
  title: KIND_TITLES[id],
}))

/** The filters of the list. */
export function InboxBar(): ReactNode {
  return (
    <search className={styles.bar}>
      <ShowFilter />
      <Filters />
    </search>
  )
}

/** Separate from the filters, because the counts change with every entry and the filters do not. */
function ShowFilter(): ReactNode {
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
      <NewAboveButton />
      {isNarrowed(filter) && (
        <Button variant="quiet" icon={X} onPress={() => void inboxStore.filter(NO_NARROWING)}>
          Remove all filters
        </Button>
      )}
    </div>
  )
}

/** Entries that arrived while one was read or the list was scrolled. In the bar, because over the list it would hide a row. */
function NewAboveButton(): ReactNode {
  const newAbove = useStore(inboxStore, (state) => state.newAbove)
  if (newAbove === 0) return null
  return (
    <Button variant="plain" icon={ArrowUp} onPress={showNewest}>
      {numberText(newAbove)} unread above
    </Button>
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

const NO_FACETS: InboxFacets = { customers: [], states: [], actions: [] }

const Filters = memo(function Filters(): ReactNode {
  useRegion()
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

/** The list follows when typing pauses, not at every letter. */
const TYPED_AFTER_MS = 150

/** The field shows letters at once; the list follows later. */
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
