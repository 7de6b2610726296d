import { useEffect, useState } from 'react'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { MAX_SETS_OF_FILES } from '../../shared/model/size-limits.ts'
import { call, deskCaller } from '../client/desk-client.ts'
import { currentSessionId, useDesk } from '../client/desk-store.ts'
import { toastIfFailed } from '../client/notify.ts'
import { useCommandsIn } from '../commands/use-commands.ts'
import { followStore } from '../feed/follow-customers.ts'
import { countOf, displayName } from '../ui/base/words.ts'
import { copyText, showToast } from '../ui/feedback/toast-queue.ts'
import { anySavedFile, savedPaths } from './saved-files.ts'
import type { SetRow } from './set-columns.ts'

/** The sets of the ticked rows or, without ticks, of the current row. */
export interface ChosenSets {
  /** How many rows they are of. */
  readonly rows: number
  /** Those of which files were saved. */
  readonly saved: () => readonly string[]
  /** The set, if it is one, as soon as it is read. */
  readonly only: SetRow | undefined
}

/** What can be done with sets, whatever list they are in: their saved files, and their customer. */
export function useSetCommands(group: string, { rows, saved, only }: ChosenSets): void {
  // Of more rows this is not looked up at every tick; their paths can be copied all the same.
  const ids = rows > MAX_SETS_OF_FILES ? undefined : saved()
  const hasOneFolder = useHasOneFolder(ids ?? [])
  const followed = useDesk(({ feed }) => feed?.view.followed)
  const customerId = only?.customerId ?? null
  const isFollowable = customerId !== null && followed?.every((one) => one.customerId !== customerId) === true
  useCommandsIn(group, [
    {
      id: 'sets.copyPaths',
      title: 'Copy paths of the saved files',
      isEnabled: ids === undefined || ids.length > 0,
      run: () => void toastIfFailed(copyPaths(saved())),
    },
    {
      id: 'sets.showFolder',
      title: 'Open folder of the saved files',
      isEnabled: hasOneFolder,
      run: () => void toastIfFailed(showFolder(saved())),
    },
    {
      id: 'sets.followCustomer',
      title: 'Follow this customer',
      isEnabled: isFollowable,
      run: () => void toastIfFailed(followCustomer(only)),
    },
  ])
}

/** Whether the saved files of these sets are in one folder; of a single set, the folder of its first file is good enough. */
function useHasOneFolder(setIds: readonly string[]): boolean {
  const key = setIds.join('\n')
  const [answered, setAnswered] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    const ask = async (asked: string[]): Promise<void> => {
      const sessionId = currentSessionId()
      if (sessionId === undefined || asked.length < 2 || asked.length > MAX_SETS_OF_FILES) return
      const { isOneFolder } = await call('sets.haveOneFolder', { sessionId, setIds: asked })
      if (isCurrent) setAnswered(isOneFolder ? key : undefined)
    }
    ask(key.split('\n')).catch(ignoring('without an answer the folder is not offered'))
    return () => {
      isCurrent = false
    }
  }, [key])
  return setIds.length === 1 || (setIds.length > 1 && answered === key)
}

async function copyPaths(setIds: readonly string[]): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId === undefined) return
  const paths = await savedPaths(setIds, { caller: deskCaller, sessionId })
  if (paths.length === 0) toastGone(setIds.length)
  else await copyText(paths.join('\r\n'), `${countOf(paths.length, 'path')} copied`)
}

export async function showFolder(setIds: readonly string[]): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId === undefined) return
  const file = await anySavedFile(setIds, { caller: deskCaller, sessionId })
  if (file === undefined) toastGone(setIds.length)
  else await call('documents.showInFolder', { sessionId, setId: file.setId, documentId: file.documentId })
}

function toastGone(sets: number): void {
  const [which, them] = sets === 1 ? ['this set', 'it'] : ['these sets', 'them']
  showToast({ text: `The saved files of ${which} were moved or deleted. Save ${them} again.` })
}

/** Changes of its sets then come to the inbox. */
async function followCustomer(row: SetRow | undefined): Promise<void> {
  const customerId = row?.customerId ?? null
  if (row === undefined || customerId === null) return
  const sessionId = currentSessionId()
  await followStore.add(customerId)
  if (currentSessionId() !== sessionId) return
  const undo = (): void => void toastIfFailed(followStore.remove(customerId))
  showToast({ text: `You follow ${displayName(row.customerName, 'this customer')} now`, undo })
}
