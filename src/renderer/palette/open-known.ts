import { flushSync } from 'react-dom'
import { goTo } from '../client/place-store.ts'
import { splitReferences } from '../parcel/references.ts'
import { enterGrid } from '../grid/events/use-grid-focus.ts'
import { searchAndEnter } from '../search/search-and-enter.ts'
import { EMPTY_FORM } from '../search/search-state.ts'
import { searchStore } from '../search/search-store.ts'
import { hideTexts } from '../search/texts/texts-store.ts'
import { setStore } from '../set/set-store.ts'
import { landmark } from '../ui/base/landmarks.ts'

const { grid } = searchStore

/** Shows a set in the results or, where it is not one of them, beside the sets of its shipment. */
export function openSet(setId: string): void {
  const isRow = grid.actions.positionOf(setId) !== -1
  // A screen that opens shows its current row first, so the set comes after it. A row that is not shown is not current either.
  flushSync(() => {
    goTo('search')
    hideTexts()
    if (!isRow) grid.setState({ currentId: null })
  })
  if (!isRow) {
    setStore.actions.showByItself('search', setId)
    onceRead(setId, () => {
      enterPane()
      listShipmentOf(setId)
    })
  } else {
    grid.actions.setFocus({ ...grid.getState().focus, rowId: setId })
    enterGrid(grid)
  }
}

function onceRead(setId: string, run: () => void): void {
  const isReading = (): boolean => {
    const { search } = setStore.getState()
    return search.setId === setId && search.set === null && search.failure === null
  }
  if (!isReading()) return run()
  const stop = setStore.subscribe(() => {
    if (isReading()) return
    stop()
    if (setStore.getState().search.setId === setId) run()
  })
}

/** Searches for the shipment of the shown set, which becomes the current row. */
function listShipmentOf(setId: string): void {
  const shipmentRefs = splitReferences(setStore.getState().search.set?.row.shipmentRef ?? '')
  if (shipmentRefs.length === 0) return
  const stop = grid.subscribe(({ focus }) => {
    const isShown = setStore.getState().search.setId === setId
    if (isShown && grid.actions.positionOf(setId) === -1) return
    stop()
    if (isShown) grid.actions.setFocus({ ...focus, rowId: setId })
  })
  void searchStore.actions.start({ ...EMPTY_FORM, shipmentRefs })
}

/** Frames until a pane that was closed has opened. */
const MAX_FRAMES = 60

/** The keyboard goes to what was asked for, unless the user has gone on to something else meanwhile. */
function enterPane(framesLeft = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body && activeElement.closest('main') === null) return
    const first = landmark('pane')?.querySelector<HTMLElement>('[role="tab"][tabindex="0"]')
    if (first != null) first.focus({ preventScroll: true })
    else if (framesLeft > 0) enterPane(framesLeft - 1)
  })
}

/** Among all customers. */
export function searchShipments(shipmentRefs: readonly string[]): void {
  goTo('search')
  searchAndEnter({ ...EMPTY_FORM, shipmentRefs: [...shipmentRefs] })
}

export function searchCustomer(customerId: string): void {
  goTo('search')
  searchAndEnter({ ...EMPTY_FORM, customers: [customerId] })
}
