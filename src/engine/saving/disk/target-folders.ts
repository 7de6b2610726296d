import { lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { errorCode } from '../../files/disk-codes.ts'
import { retryWhileHeld } from '../../files/retry-while-held.ts'
import { diskFailure } from './disk-failures.ts'
import { isInsideFolder } from '../names/path-limits.ts'

/** So long a look at the root counts. One a document took a tenth of a fast transfer; what is recorded is looked at again. */
const CHECK_VALID_MS = 50

export interface TargetFolders {
  /**
   * Fails with folder-gone when the root is no longer the folder that it was, and with folder-refused when one of the folders
   * of these paths was swapped for another since it was made: a link that leads out of the archive, say (W-L4).
   */
  check(relativePaths?: Iterable<string>): Promise<void>
  /** Makes the folders of a path below the root. Fails as `check`, and with file-exists, folder-refused. */
  make(relativePath: string): Promise<void>
  /** The folders below the root that `make` was asked for, and the root as an empty text. */
  used(): Iterable<string>
}

/**
 * Makes folders below an archive's root, never the root itself: a network drive that vanished must not be replaced by a
 * new folder on the local disk under its mount point. Fails with folder-gone, folder-refused.
 */
export async function openTargetFolders(root: string): Promise<TargetFolders> {
  const identity = await identityOf(root)
  const made = new Map<string, KnownFolder>()
  const checkRoot = async (): Promise<void> => {
    if ((await identityOf(root)) !== identity) throw new AppError({ tag: 'folder-gone', folder: root })
  }
  const checkMade = async (relativeFolder: string): Promise<void> => {
    const known = made.get(relativeFolder)
    const folder = join(root, relativeFolder)
    if (known !== undefined && (await identityOf(folder)) !== known.identity) throw swappedFolder(folder)
  }
  const check = async (relativePaths: Iterable<string> = []): Promise<void> => {
    const folders = new Set([...relativePaths].flatMap((path) => foldersAbove(path)))
    await Promise.all([checkRoot(), ...[...folders].map(checkMade)])
  }
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let lastCheck: Promise<void> = Promise.resolve()
  const checkRootOften = (): Promise<void> => {
    const nowMs = performance.now()
    if (nowMs - checkedAtMs < CHECK_VALID_MS) return lastCheck
    checkedAtMs = nowMs
    lastCheck = checkRoot()
    lastCheck.catch(() => (checkedAtMs = Number.NEGATIVE_INFINITY))
    return lastCheck
  }
  const makeAll = async (relativeFolder: string): Promise<void> => {
    if (relativeFolder === '') return
    await makeAll(parentOf(relativeFolder))
    const nowMs = performance.now()
    const known = made.get(relativeFolder)
    if (known === undefined) {
      await makeFolder(root, join(root, relativeFolder))
      // Several documents at once may have come here: the first look counts.
      const found = { identity: await identityOf(join(root, relativeFolder)), checkedAtMs: nowMs }
      if (!made.has(relativeFolder)) made.set(relativeFolder, found)
    } else if (nowMs - known.checkedAtMs >= CHECK_VALID_MS) {
      known.checkedAtMs = nowMs
      await checkMade(relativeFolder)
    }
  }
  return {
    check,
    used: () => ['', ...made.keys()],
    make: async (relativePath) => {
      await checkRootOften()
      await makeAll(parentOf(relativePath))
    },
  }
}

interface KnownFolder {
  readonly identity: string
  checkedAtMs: number
}

function swappedFolder(folder: string): AppError {
  return new AppError({
    tag: 'folder-refused',
    folder,
    reason: 'another took its place while documents were saved into it',
  })
}

/** The folders that a relative path goes through, below the root. */
function foldersAbove(relativePath: string): string[] {
  const parent = parentOf(relativePath)
  return parent === '' ? [] : [parent, ...foldersAbove(parent)]
}

/** Device and file number: they change when another file system takes the folder's place. */
async function identityOf(root: string): Promise<string> {
  try {
    const found = await stat(root)
    if (!found.isDirectory()) throw new AppError({ tag: 'folder-refused', folder: root, reason: 'it is a file' })
    return `${found.dev}:${found.ino}`
  } catch (thrown) {
    throw diskFailure(thrown, root, root)
  }
}

/** What stands under the name already must be a folder, and a link must not lead out of the archive (T25). */
async function makeFolder(root: string, path: string): Promise<void> {
  try {
    await retryWhileHeld(() => mkdir(path))
    return
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown
  }
  const found = await lstat(path)
  if (found.isDirectory()) return
  if (!found.isSymbolicLink()) throw new AppError({ tag: 'file-exists', path })
  if (isInsideFolder(await realpath(root), await realpath(path))) return
  throw new AppError({ tag: 'folder-refused', folder: path, reason: `it is a link that leads out of ${root}` })
}

/** The part of a relative path before its last “/”; empty for the root. */
export function parentOf(relativePath: string): string {
  return relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')))
}

/** The name of a file while its bytes are coming: the job's own, so that no two jobs share one. */
export function partName(fileName: string, jobId: string): string {
  return `${fileName}.${jobId.slice(-8)}.part`
}

let probeCount = 0

/** The file that proves that a folder can be written to; another one each time. */
export function probeName(): string {
  probeCount += 1
  return `.parcel-desk-${process.pid}-${probeCount}.part`
}

const PROBE = /^\.parcel-desk-[\d-]+\.part$/

/**
 * Removes what an earlier, killed run of this job left half-written in these folders. What cannot be read or removed
 * stays: it harms nothing, and the run itself will say what is wrong with the folder.
 */
export async function removeLeftovers(root: string, relativeFolders: Iterable<string>, jobId: string): Promise<void> {
  const suffix = partName('', jobId)
  for (const relativeFolder of relativeFolders) {
    const folder = join(root, relativeFolder)
    const names = await readdir(folder).catch(() => [])
    const leftovers = names.filter((name) => name.endsWith(suffix) || PROBE.test(name))
    await Promise.all(
      leftovers.map((name) => retryWhileHeld(() => rm(join(folder, name), { force: true })).catch(() => undefined)),
    )
  }
}
