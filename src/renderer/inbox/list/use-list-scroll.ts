import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { VisibleRow } from '../../grid/window/use-visible-rows.ts'
import { inboxStore } from '../store/inbox-store.ts'
import { countAbove } from '../store/merge-entries.ts'

interface ListScroll {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowPx: number
  readonly visible: readonly VisibleRow[]
}

/** So many rows from the end the next older ones are read. */
const READ_AHEAD_ROWS = 80

/** Keeps in place what is looked at, keeps the keyboard’s row in sight, and reads on near the end. */
export function useListScroll({ scroller, rowPx, visible }: ListScroll): () => void {
  const entries = useStore(inboxStore, (state) => state.entries)
  const focusedId = useStore(inboxStore, (state) => state.focusedId)
  useAnchor(scroller, rowPx)
  useLayoutEffect(() => {
    const element = scroller.current
    const at = entriesNow().findIndex(({ entryId }) => entryId === focusedId)
    if (element === null || at === -1) return
    const [top, bottom] = [at * rowPx, (at + 1) * rowPx]
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTo({ top: bottom - element.clientHeight })
  }, [scroller, rowPx, focusedId])
  const from = visible[0]?.position ?? 0
  const to = visible.at(-1)?.position ?? 0
  useEffect(() => inboxStore.reader.noteInSight(from, to), [from, to])
  useEffect(() => {
    if (to > entries.length - READ_AHEAD_ROWS) void inboxStore.reader.more()
  }, [to, entries])
  // Only while it scrolls: to ask where it stands at every entry that comes would lay everything out anew each time.
  return () => inboxStore.reader.noteTop((scroller.current?.scrollTop ?? 0) < rowPx / 2)
}

/** What comes in above pushes nothing down while somebody reads: the list is scrolled by as much. */
function useAnchor(scroller: RefObject<HTMLElement | null>, rowPx: number): void {
  const entries = useStore(inboxStore, (state) => state.entries)
  const topId = useRef<number>(undefined)
  useLayoutEffect(() => {
    const added = countAbove(entries, topId.current)
    topId.current = entries[0]?.entryId
    const element = scroller.current
    if (element !== null && added > 0 && added < entries.length && inboxStore.reader.isHeld()) {
      element.scrollBy({ top: added * rowPx })
    }
  }, [scroller, rowPx, entries])
}

function entriesNow(): ReturnType<typeof inboxStore.getState>['entries'] {
  return inboxStore.getState().entries
}
