import { folderKey } from './collision-key.ts'
import { fileRoom, fitFolders, type RelativePath } from './path-limits.ts'
import { portableName } from './portable-name.ts'

/** A folder that documents go into; one object for all of them, for there may be a hundred thousand. */
export interface NameFolder {
  readonly folders: readonly string[]
  readonly key: string
  /** Characters that are left for a file's name. */
  readonly maxChars: number
}

export interface FolderOptions {
  /** How the innermost folder of this key is already spelled on disk. */
  readonly knownFolder?: ((folderKey: string) => string | undefined) | undefined
  readonly maxPathChars: number
}

/** Finds the folder of each of `paths`: cut to the limits, and spelled one way by all who mean the same. */
export function openFolders(
  paths: readonly RelativePath[],
  { knownFolder, maxPathChars }: FolderOptions,
): (path: RelativePath) => NameFolder {
  const distinct = new Map(paths.map(({ folders }) => [textOf(folders), folders]))
  const spell = spelling(
    [...distinct.values()].map((folders) => fitFolders(folders, maxPathChars)),
    knownFolder,
  )
  const byText = new Map<string, NameFolder>()
  const byKey = new Map<string, NameFolder>()
  return ({ folders: wanted }) => {
    const known = byText.get(textOf(wanted))
    if (known !== undefined) return known
    const folders = spell(fitFolders(wanted, maxPathChars))
    const key = folderKey(folders)
    const folder = byKey.get(key) ?? { folders, key, maxChars: fileRoom(folders, maxPathChars) }
    byKey.set(key, folder)
    byText.set(textOf(wanted), folder)
    return folder
  }
}

function textOf(folders: readonly string[]): string {
  return JSON.stringify(folders)
}

/** One spelling for each folder: as on disk, else the first in code unit order of those that came. */
function spelling(
  paths: readonly (readonly string[])[],
  knownFolder: FolderOptions['knownFolder'],
): (path: readonly string[]) => string[] {
  const spellings = new Map<string, string>()
  const keyTo = (path: readonly string[], depth: number): string => folderKey(path.slice(0, depth + 1))
  for (const path of paths) {
    path.forEach((folder, depth) => {
      const key = keyTo(path, depth)
      const other = spellings.get(key)
      if (other === undefined || folder < other) spellings.set(key, folder)
    })
  }
  const spell = (folder: string, key: string): string => {
    const known = knownFolder?.(key)
    // What is known may come from a manifest that anybody could edit: only a clean name is believed.
    return known !== undefined && portableName(known) === known ? known : (spellings.get(key) ?? folder)
  }
  return (path) => path.map((folder, depth) => spell(folder, keyTo(path, depth)))
}
