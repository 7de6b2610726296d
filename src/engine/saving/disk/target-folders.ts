import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import { lstat, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { joinCalls } from '../../base/async.ts'
import { errorCode, retryWhileHeld } from '../../files/file-system.ts'
import { isInsideFolder, parentOf } from '../names/path-limits.ts'
import { diskFailure } from './disk-failures.ts'

/**
 * How long a check before a part file is valid: one per document took a tenth of a fast transfer. A document gets its name,
 * and is recorded, only after another.
 */
const CHECK_VALID_MS = 50

export interface TargetFolders {
  /** Tells the root from any other folder that may come to have its path. */
  readonly identity: string
  /**
   * Fails with folder-gone when the root is no longer the same folder, and with folder-refused when a folder of these
   * paths has been swapped for another, such as a link that leads out of the archive (W-L4).
   */
  check(relativePaths?: Iterable<string>): Promise<void>
  /** Makes the folders of a path below the root. Fails as `check` does, and with file-exists, folder-refused. */
  make(relativePath: string): Promise<void>
  /**
   * Whether the folders of a path, the root too, are those that they were when first looked at, which is now for new ones,
   * and lie in the archive. Without waiting for the disk: what the caller does at once happens in the folders that were
   * looked at. Throws what the disk throws.
   */
  areSame(relativePath: string): boolean
  /** The folders that `make` has made or checked, and the root as an empty text. */
  used(): Iterable<string>
  /** The folders that did not exist before `make`, each told once. */
  takeNew(): string[]
}

/**
 * Makes folders below an archive's root, never the root itself: a network drive that vanished must not be replaced by a
 * new local folder at its mount point. Fails with folder-gone, folder-refused.
 */
export async function openTargetFolders(root: string): Promise<TargetFolders> {
  const identity = await identityOf(root)
  const made = new Map<string, KnownFolder>()
  let newFolders: string[] = []
  const looks = new Map<string, () => Promise<string>>()
  /** A look that begins after the call is as good as one of its own: many documents arrive in one turn of the event loop. */
  const lookAt = (folder: string): Promise<string> => {
    const look = looks.get(folder) ?? joinCalls(() => identityOf(folder))
    looks.set(folder, look)
    return look()
  }
  const checkRoot = async (): Promise<void> => {
    if ((await lookAt(root)) !== identity) throw new AppError({ tag: 'folder-gone', folder: root })
  }
  const checkMade = async (relativeFolder: string): Promise<void> => {
    const known = made.get(relativeFolder)
    const folder = join(root, relativeFolder)
    if (known !== undefined && (await lookAt(folder)) !== known.identity) throw swappedFolder(folder)
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
      if (await makeFolder(root, join(root, relativeFolder))) newFolders.push(relativeFolder)
      // Several documents may arrive here at once: the first identity counts.
      const folder = { identity: await identityOf(join(root, relativeFolder)), checkedAtMs: nowMs }
      if (!made.has(relativeFolder)) made.set(relativeFolder, folder)
    } else if (nowMs - known.checkedAtMs >= CHECK_VALID_MS) {
      known.checkedAtMs = nowMs
      await checkMade(relativeFolder)
    }
  }
  const isSame = (relativeFolder: string): boolean => {
    const folder = join(root, relativeFolder)
    const found = identityIn(statSync(folder, { bigint: true }))
    const known = made.get(relativeFolder)
    if (known !== undefined) return known.identity === found
    if (relativeFolder === '') return found === identity
    if (leadsOut(root, folder)) return false
    made.set(relativeFolder, { identity: found, checkedAtMs: performance.now() })
    return true
  }
  return {
    identity,
    check,
    areSame: (relativePath) => [...foldersAbove(relativePath), ''].toReversed().every(isSame),
    used: () => ['', ...made.keys()],
    takeNew: () => {
      const taken = newFolders
      newFolders = []
      return taken
    },
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

/** Device and file number: they change when another file system or folder takes its place. */
async function identityOf(root: string): Promise<string> {
  try {
    const stats = await stat(root, { bigint: true })
    if (!stats.isDirectory()) throw new AppError({ tag: 'folder-refused', folder: root, reason: 'it is a file' })
    return identityIn(stats)
  } catch (thrown) {
    throw diskFailure(thrown, root, root)
  }
}

function identityIn({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

/** Whether a folder is, or lies behind, a link to a place outside the archive. */
function leadsOut(root: string, folder: string): boolean {
  return !isInsideFolder(realpathSync(root), realpathSync(folder))
}

/**
 * True where it made the folder. Whatever already has the name must be a folder, and a link must not lead out of the archive
 * (T25).
 */
async function makeFolder(root: string, path: string): Promise<boolean> {
  try {
    await retryWhileHeld(() => mkdir(path))
    return true
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown
  }
  const stats = await lstat(path)
  if (stats.isDirectory()) return false
  if (!stats.isSymbolicLink()) throw new AppError({ tag: 'file-exists', path })
  if (!leadsOut(root, path)) return false
  throw new AppError({ tag: 'folder-refused', folder: path, reason: `it is a link that leads out of ${root}` })
}
