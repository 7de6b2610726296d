import { realpathSync, statSync } from 'node:fs'
import { join, resolve, basename, dirname } from 'node:path'
import { errorCode } from '../../files/file-system.ts'
import { diskFailure } from './disk-failures.ts'

/**
 * A path with its links resolved and as the disk spells it, as far as it exists. Where the disk cannot tell (a RAM disk on
 * Windows) it stays as it is.
 */
export function realPath(path: string, platform: NodeJS.Platform = process.platform): string {
  const existing = nearestExisting(path)
  try {
    return join(realpathSync.native(existing), resolve(path).slice(existing.length))
  } catch (thrown) {
    if (platform !== 'win32') throw thrown
    return resolve(path)
  }
}

/**
 * How an archive's folder is spelled in plan, ledger and job: on Windows as the disk spells it, so that `c:\archive`, a mapped
 * drive and a short name are the same archive (W-B5). Elsewhere as typed, because the target of a link may change.
 */
export function archiveFolder(typed: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? resolve(realPath(typed, platform)) : typed
}

/** Whether two paths name one folder by their text, ignoring case on Windows. */
export function isSameFolder(one: string, other: string, platform: NodeJS.Platform = process.platform): boolean {
  return one === other || (platform === 'win32' && folded(one) === folded(other))
}

function folded(path: string): string {
  return path.replace(/[\\/]+$/, '').toUpperCase()
}

/** The path itself, or the nearest folder above it that exists. Fails with folder-gone where even the root is missing, and as reading does. */
export function nearestExisting(path: string): string {
  const absolute = resolve(path)
  try {
    statSync(absolute)
    return absolute
  } catch (thrown) {
    const code = errorCode(thrown)
    const isRoot = dirname(absolute) === absolute || basename(absolute) === ''
    if (isRoot || (code !== 'ENOENT' && code !== 'ENOTDIR')) throw diskFailure(thrown, absolute, absolute)
    return nearestExisting(dirname(absolute))
  }
}
