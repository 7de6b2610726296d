import { useStore } from 'zustand'
import { useCommandsIn } from '../commands/use-commands.ts'
import { useCurrentRow } from '../grid/store/grid-hooks.ts'
import { useSetCommands } from '../set/use-set-commands.ts'
import { countOf } from '../ui/base/words.ts'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { searchStore } from './search-store.ts'

const { grid } = searchStore

/** The menu of a row of the results. */
export const ROW_MENU = [
  'save.open',
  'documents.printSets',
  'pack.make',
  'separator',
  'read.whole',
  'read.window',
  'separator',
  'sets.copyParcels',
  'sets.copyShipments',
  'sets.copyPaths',
  'separator',
  'sets.showFolder',
  'separator',
  'sets.followCustomer',
]

/** What can be done with the ticked rows or, without ticks, with the current row. */
export function useRowCommands(): void {
  const ticked = useStore(grid, ({ selection, pointedId }) => (pointedId === null ? selection.size : 0))
  const current = useCurrentRow(grid)
  const rowCount = ticked > 0 ? ticked : current === undefined ? 0 : 1
  useCommandsIn('Search', [
    {
      id: 'sets.copyParcels',
      title: rowCount > 1 ? `Copy ${countOf(rowCount, 'parcel reference')}` : 'Copy parcel reference',
      isEnabled: rowCount > 0,
      run: () => void copyReferences('parcelRef', 'parcel reference'),
    },
    {
      id: 'sets.copyShipments',
      title: rowCount > 1 ? 'Copy shipment references' : 'Copy shipment reference',
      isEnabled: rowCount > 0,
      run: () => void copyReferences('shipmentRef', 'shipment reference'),
    },
  ])
  useSetCommands('Search', {
    rows: rowCount,
    saved: () => grid.actions.chosenRows().flatMap((row) => (row.savedDocuments > 0 ? [row.setId] : [])),
    only: rowCount === 1 ? grid.actions.chosenRows()[0] : undefined,
  })
}

/** One reference a line, each once, as a spreadsheet takes them. */
async function copyReferences(field: 'parcelRef' | 'shipmentRef', noun: string): Promise<void> {
  const found = grid.actions.chosenRows().flatMap((row) => row[field] ?? [])
  const references = [...new Set(found)]
  await copyText(references.join('\r\n'), `${countOf(references.length, noun)} copied`)
}
