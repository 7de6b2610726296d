import { createRoot, type Root } from 'react-dom/client'
import { createGridStore, type GridStore } from '../../../../src/renderer/grid/store/create-grid-store.ts'
import { Grid } from '../../../../src/renderer/grid/Grid.tsx'
import { setColumns, type SetRow } from '../../../../src/renderer/set/set-columns.ts'
import { type FrameTimes, scrollThrough, untilPainted } from './grid-measures.ts'
import { generatedSets } from './grid-rows.ts'

interface Scrolling {
  /** The whole height in so many frames: no row of one frame is in the next. */
  readonly jumps: FrameTimes
  /** A wheel turned fast. */
  readonly wheel: FrameTimes
  readonly wheelUp: FrameTimes
}

declare global {
  interface Window {
    gridBench: typeof gridBench
  }
}

const FRAMES = 300
const WHEEL_PX = 200

const place = document.getElementById('grid')
if (place === null) throw new Error('grid-page.html has no element #grid')
const root: Root = createRoot(place)

/** What grid-bench.ts calls; each first draws its own page, empty, and then brings the rows. */
const gridBench = {
  async grid(count: number) {
    const sets = generatedSets(count)
    const store = showGrid()
    const { actions } = store
    const measured = {
      firstRowsMs: await untilPainted(() => actions.appendRows(sets)),
      sortMs: await untilPainted(() => actions.sortBy('parcelRef', false)),
      sortDatesMs: await untilPainted(() => actions.sortBy('modifiedDate', false)),
      sortTwoMs: await untilPainted(() => actions.sortBy('parcelRef', true)),
      filterMs: await untilPainted(() => actions.setQuickFilter('santos')),
      filterAgainMs: await untilPainted(() => actions.setQuickFilter('santos gdansk')),
      facetMs: await untilPainted(() => actions.setFacet('loadPort', ['Santos', 'Rouen'])),
    }
    actions.clearFilters()
    const groupMs = await untilPainted(() => actions.groupBy('customerName'))
    const regroupMs = await untilPainted(() => actions.groupBy('shipmentRef'))
    actions.groupBy(null)
    const selectAllMs = await untilPainted(() => actions.selectAllShown())
    actions.clearSelection()
    return { ...measured, groupMs, regroupMs, selectAllMs, ...(await scrolling('table')) }
  },
  /** For looking at it. */
  show(count: number, isLoading = false): void {
    showGrid(isLoading).actions.appendRows(generatedSets(count))
  },
}

async function scrolling(contents: string): Promise<Scrolling> {
  const scroller = document.querySelector(contents)?.parentElement
  if (scroller === null || scroller === undefined) throw new Error(`Nothing scrolls around ${contents}.`)
  const jumpPx = (scroller.scrollHeight - scroller.clientHeight) / FRAMES
  return {
    jumps: await scrollThrough(scroller, FRAMES, jumpPx),
    wheel: await scrollThrough(scroller, FRAMES, WHEEL_PX),
    wheelUp: await scrollThrough(scroller, FRAMES, -WHEEL_PX),
  }
}

function showGrid(isLoading = false): GridStore<SetRow> {
  const store = createGridStore(setColumns, { rowId: ({ setId }) => setId })
  root.render(<Grid store={store} label="Parcel sets" isLoading={isLoading} empty="No sets" />)
  return store
}

window.gridBench = gridBench
