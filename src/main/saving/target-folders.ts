import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors/app-error.ts'
import { diskCode } from './disk-failures.ts'

export interface TargetFolders {
  /** Makes the folders of a path below the root. Fails with folder-gone when the root is no longer what it was. */
  make(relativePath: string): Promise<void>
  /** A folder was missing when it was written to: make it anew next time. */
  forget(): void
}

/**
 * Makes folders below an archive's root, never the root itself: a network drive that vanished must not be replaced by a
 * new folder on the local disk under its mount point.
 */
export async function openTargetFolders(root: string): Promise<TargetFolders> {
  const identity = await identityOf(root)
  const made = new Map<string, Promise<void>>()
  const makeOne = async (relativeFolder: string): Promise<void> => {
    if ((await identityOf(root)) !== identity) throw new AppError({ tag: 'folder-gone', folder: root })
    try {
      await mkdir(join(root, relativeFolder))
    } catch (thrown) {
      if (diskCode(thrown) !== 'EEXIST') throw thrown
      if (!(await stat(join(root, relativeFolder))).isDirectory()) throw thrown
    }
  }
  const makeAll = async (relativeFolder: string): Promise<void> => {
    if (relativeFolder === '') return
    const known = made.get(relativeFolder)
    if (known !== undefined) {
      await known
      return
    }
    const making = makeAll(parentOf(relativeFolder)).then(() => makeOne(relativeFolder))
    made.set(relativeFolder, making)
    await making
  }
  return {
    make: (relativePath) => makeAll(parentOf(relativePath)),
    forget: () => {
      made.clear()
    },
  }
}

/** Device and file number: they change when another file system takes the folder's place. */
async function identityOf(root: string): Promise<string> {
  try {
    const found = await stat(root)
    if (!found.isDirectory()) throw new AppError({ tag: 'folder-refused', folder: root, reason: 'it is a file' })
    return `${found.dev}:${found.ino}`
  } catch (thrown) {
    if (diskCode(thrown) === 'ENOENT') throw new AppError({ tag: 'folder-gone', folder: root }, { cause: thrown })
    throw thrown
  }
}

/** The part of a relative path before its last “/”; empty for the root. */
function parentOf(relativePath: string): string {
  const slash = relativePath.lastIndexOf('/')
  return slash < 0 ? '' : relativePath.slice(0, slash)
}

/** The name of a file while its bytes are coming: the job's own, so that no two jobs share one. */
export function partName(fileName: string, jobId: string): string {
  return `${fileName}.${jobId.slice(-8)}.part`
}

/** Removes what an earlier, killed run of this job left half-written in these folders. */
export async function removeLeftovers(root: string, relativeFolders: Iterable<string>, jobId: string): Promise<number> {
  let removed = 0
  const suffix = partName('', jobId)
  for (const relativeFolder of relativeFolders) {
    const folder = join(root, relativeFolder)
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => one.endsWith(suffix))) {
      await rm(join(folder, name), { force: true })
      removed += 1
    }
  }
  return removed
}
