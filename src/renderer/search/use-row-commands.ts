import { useStore } from 'zustand'
import { call } from '../client/desk-client.ts'
import { currentSessionId, deskStore, type FeedView, useDesk } from '../client/desk-store.ts'
import { toastIfFailed } from '../client/notify.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useCurrentRow } from '../grid/store/grid-hooks.ts'
import type { SetRow } from '../set/set-columns.ts'
import { followStore } from '../settings/feed/follow-customers.ts'
import { countOf, displayName } from '../ui/base/words.ts'
import { copyText, showToast } from '../ui/feedback/toast-queue.ts'
import { searchStore } from './search-store.ts'

const { grid } = searchStore

/** The menu of a row of the results. */
export const ROW_MENU = [
  'save.open',
  'documents.printSets',
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
  const ticked = useStore(grid, ({ selection }) => selection.size)
  const current = useCurrentRow(grid)
  const rowCount = ticked > 0 ? ticked : current === undefined ? 0 : 1
  const only = rowCount === 1 ? grid.actions.chosenRows()[0] : undefined
  const followed = useDesk(({ feed }) => feed?.view.followed)
  const customerId = only?.customerId ?? null
  const isFollowable = customerId !== null && followed?.every((one) => one.customerId !== customerId) === true
  const group = 'Search'
  useCommands([
    {
      id: 'sets.copyParcels',
      title: rowCount > 1 ? `Copy ${countOf(rowCount, 'parcel reference')}` : 'Copy parcel reference',
      group,
      isEnabled: rowCount > 0,
      run: () => void copyReferences('parcelRef', 'parcel reference'),
    },
    {
      id: 'sets.copyShipments',
      title: rowCount > 1 ? 'Copy shipment references' : 'Copy shipment reference',
      group,
      isEnabled: rowCount > 0,
      run: () => void copyReferences('shipmentRef', 'shipment reference'),
    },
    {
      id: 'sets.copyPaths',
      title: 'Copy paths of the saved files',
      group,
      isEnabled: (only?.savedDocuments ?? 0) > 0,
      run: () => void toastIfFailed(copyPaths(only)),
    },
    {
      id: 'sets.showFolder',
      title: 'Open folder of the saved files',
      group,
      isEnabled: (only?.savedDocuments ?? 0) > 0,
      run: () => void toastIfFailed(showFolder(only)),
    },
    {
      id: 'sets.followCustomer',
      title: 'Follow this customer',
      group,
      isEnabled: isFollowable,
      run: () => void followCustomer(only),
    },
  ])
}

/** Changes of its sets then come to the inbox. */
async function followCustomer(row: SetRow | undefined): Promise<void> {
  const customerId = row?.customerId ?? null
  if (row === undefined || customerId === null) return
  const followed = followedIds(deskStore.getState().desk?.feed?.view)
  await followStore.follow([...followed, customerId])
  const undo = (): void => void followStore.follow(followed)
  showToast({ text: `You follow ${displayName(row.customerName, 'this customer')} now`, undo })
}

function followedIds(feed: FeedView | undefined): string[] {
  return (feed?.followed ?? []).map(({ customerId }) => customerId)
}

/** One reference a line, each once, as a spreadsheet takes them. */
async function copyReferences(field: 'parcelRef' | 'shipmentRef', noun: string): Promise<void> {
  const found = grid.actions.chosenRows().flatMap((row) => row[field] ?? [])
  const references = [...new Set(found)]
  await copyText(references.join('\r\n'), `${countOf(references.length, noun)} copied`)
}

interface SavedFile {
  readonly documentId: string
  readonly path: string
}

/** The newest file of each document of a set that is still there. */
async function savedFiles(setId: string, sessionId: string): Promise<SavedFile[]> {
  const { documents } = await call('sets.read', { sessionId, setId })
  return (documents ?? []).flatMap(({ documentId, saved }) => {
    const path = saved.find(({ isThere }) => isThere)?.path
    return path === undefined ? [] : [{ documentId, path }]
  })
}

async function copyPaths(row: SetRow | undefined): Promise<void> {
  const sessionId = currentSessionId()
  if (row === undefined || sessionId === undefined) return
  const files = await savedFiles(row.setId, sessionId)
  await copyText(files.map(({ path }) => path).join('\r\n'), `${countOf(files.length, 'path')} copied`)
}

async function showFolder(row: SetRow | undefined): Promise<void> {
  const sessionId = currentSessionId()
  if (row === undefined || sessionId === undefined) return
  const { setId } = row
  const [first] = await savedFiles(setId, sessionId)
  if (first === undefined) showToast({ text: 'The saved files of this set were moved or deleted. Save it again.' })
  else await call('documents.showInFolder', { sessionId, setId, documentId: first.documentId })
}
