import { Check } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Dialog, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { useStore } from 'zustand'
import { foldText } from '../../shared/text/fold-text.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import menuStyles from '../ui/actions/Menu.module.css'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { displayName, numberText } from '../ui/base/words.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { placeUnder } from './ColumnMenu.tsx'
import styles from './FacetPanel.module.css'
import type { GridStore } from './store/create-grid-store.ts'
import type { FacetValue } from './store/filter-rows.ts'

interface FacetPanelProps<Row> {
  readonly store: GridStore<Row>
  readonly scroller: RefObject<HTMLElement | null>
  /** Undefined while it is closed. */
  readonly columnId: string | undefined
  readonly onClose: () => void
}

/** The values of one column, with how many rows each would show; opens under the column’s title. */
export function FacetPanel<Row>({ store, scroller, columnId, onClose }: FacetPanelProps<Row>): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null)
  const title = store.getState().columns.find(({ id }) => id === columnId)?.title ?? ''
  const at = columnId === undefined ? { x: 0, y: 0 } : placeUnder(scroller.current, columnId)
  return (
    <>
      <span ref={anchor} aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />
      <Popover
        triggerRef={anchor}
        isOpen={columnId !== undefined}
        onOpenChange={(isOpen) => {
          if (isOpen) return
          onClose()
          returnFocus(scroller.current, columnId)
        }}
        placement="bottom start"
        offset={0}
        className={classes(menuStyles.popup)}
      >
        <Dialog aria-label={`Filter by ${title.toLowerCase()}`} className={classes(styles.panel)}>
          {columnId !== undefined && <FacetList store={store} columnId={columnId} title={title} />}
        </Dialog>
      </Popover>
    </>
  )
}

/** Opened from the column’s menu, there is nothing to return the focus to: the menu is gone. */
function returnFocus(grid: HTMLElement | null, columnId: string | undefined): void {
  const title = grid?.querySelector<HTMLElement>(`th[data-column="${CSS.escape(columnId ?? '')}"]`)
  // React Aria returns it in the next frame, where it can.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) title?.focus()
    }),
  )
}

/** Few enough to be seen at once. */
const MAX_WITHOUT_FIELD = 12

interface FacetListProps<Row> {
  readonly store: GridStore<Row>
  readonly columnId: string
  readonly title: string
}

function FacetList<Row>({ store, columnId, title }: FacetListProps<Row>): ReactNode {
  const [typed, setTyped] = useState('')
  useStore(store, ({ revision }) => revision)
  const chosen = useStore(store, ({ facets }) => facets[columnId]) ?? []
  const values = store.actions.facetValues(columnId)
  const { listed, more } = listValues(values, typed)
  const choose = (ids: ReadonlySet<string>): void => store.actions.setFacet(columnId, chooseListed(chosen, listed, ids))
  return (
    <>
      {values.length > MAX_WITHOUT_FIELD && (
        <SearchField label={`Find a ${title.toLowerCase()}`} value={typed} onChange={setTyped} />
      )}
      <ListBox
        aria-label={title}
        selectionMode="multiple"
        selectedKeys={listed.filter(({ isChosen }) => isChosen).map(facetId)}
        onSelectionChange={(keys) =>
          choose(keys === 'all' ? new Set(listed.map(facetId)) : new Set([...keys].map(String)))
        }
        escapeKeyBehavior="none"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to choose from it
        autoFocus="first"
        className={classes(menuStyles.list)}
        renderEmptyState={() => <p className={menuStyles.none}>Nothing to choose from</p>}
      >
        {listed.map((one) => (
          <ListBoxItem
            key={facetId(one)}
            id={facetId(one)}
            textValue={`${displayName(one.value, 'Unknown')}, ${numberText(one.count)}`}
            className={classes(menuStyles.item)}
          >
            <span className={menuStyles.tick}>{one.isChosen && <Glyph icon={Check} size="small" />}</span>
            <span className={menuStyles.words}>
              <Foreign text={one.value} />
            </span>
            <span className={base.note}>{numberText(one.count)}</span>
          </ListBoxItem>
        ))}
      </ListBox>
      {more > 0 && <p className={menuStyles.none}>{numberText(more)} more: type to find them</p>}
      <Button variant="quiet" isDisabled={chosen.length === 0} onPress={() => store.actions.setFacet(columnId, [])}>
        Show every {title.toLowerCase()}
      </Button>
    </>
  )
}

/** Nobody reads further than this; they type another letter. */
const MAX_LISTED = 200

interface ListedValues {
  readonly listed: readonly FacetValue[]
  /** How many more have the letters. */
  readonly more: number
}

/** The values that the panel lists for what is typed into it. */
export function listValues(values: readonly FacetValue[], typed: string): ListedValues {
  const letters = foldText(typed)
  const matching = values.filter(({ value }) => foldText(value ?? '').includes(letters))
  return { listed: matching.slice(0, MAX_LISTED), more: Math.max(matching.length - MAX_LISTED, 0) }
}

/** What is chosen after the listed ones with these ids are: what is not listed now stays as it is. */
export function chooseListed(
  chosen: readonly (string | null)[],
  listed: readonly FacetValue[],
  ids: ReadonlySet<string>,
): readonly (string | null)[] {
  const kept = chosen.filter((value) => !listed.some((one) => one.value === value))
  return [...kept, ...listed.filter((one) => ids.has(facetId(one))).map(({ value }) => value)]
}

/** Stands for “the service did not say”, because only texts can be chosen. */
const UNKNOWN = '\u0000unknown'

export function facetId({ value }: Pick<FacetValue, 'value'>): string {
  return value ?? UNKNOWN
}
