import type { Output } from '../../shared/contract/contract.ts'
import { MAX_SETS_OF_FILES } from '../../shared/model/size-limits.ts'
import type { Caller } from '../client/desk-client.ts'

interface SavedFilesDependencies {
  readonly caller: Caller
  readonly sessionId: string
}

type SavedFile = Output<'sets.savedFiles'>['files'][number]

/** Where the files of these sets are that were saved and are still there: each path once. Rejects with DeskFailure. */
export async function savedPaths(
  setIds: readonly string[],
  { caller, sessionId }: SavedFilesDependencies,
): Promise<readonly string[]> {
  const paths = new Set<string>()
  for (let from = 0; from < setIds.length; from += MAX_SETS_OF_FILES) {
    const part = setIds.slice(from, from + MAX_SETS_OF_FILES)
    const { files } = await caller.call('sets.savedFiles', { sessionId, setIds: part })
    for (const { path } of files) paths.add(path)
  }
  return [...paths]
}

/** One of the files of these sets that is still there. Rejects with DeskFailure. */
export async function anySavedFile(
  setIds: readonly string[],
  { caller, sessionId }: SavedFilesDependencies,
): Promise<SavedFile | undefined> {
  for (const setId of setIds) {
    const { files } = await caller.call('sets.savedFiles', { sessionId, setIds: [setId] })
    if (files[0] !== undefined) return files[0]
  }
  return undefined
}
