import { realpathSync, statSync } from 'node:fs'
import { join, resolve, basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../../files/file-system.ts'
import { inTransaction } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'
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

/**
 * Moves what earlier versions recorded under other spellings of a folder to the one in use; of two records of one file the
 * later one stays. Only on Windows.
 */
export function unifyFolderSpelling(
  database: DatabaseSync,
  { folder, typed }: { folder: string; typed: string },
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'win32') return
  const isSame = (one: string): boolean => [folder, typed].some((spelling) => isSameFolder(one, spelling, platform))
  const others = [...foldersIn(database)].filter((one) => one !== folder && isSame(one))
  if (others.length === 0) return
  inTransaction(database, () => {
    const forget = database.prepare(`
      DELETE FROM saved_versions WHERE folder = ?1 AND EXISTS (
        SELECT 1 FROM saved_versions AS kept
        WHERE kept.folder = ?2 AND kept.relative_path = saved_versions.relative_path AND kept.seen_at >= saved_versions.seen_at)`)
    const respell = database.prepare('UPDATE OR REPLACE saved_versions SET folder = ?2 WHERE folder = ?1')
    for (const other of others) {
      forget.run(other, folder)
      respell.run(other, folder)
    }
  })
}

/** One step per archive, however many files it has. */
function* foldersIn(database: DatabaseSync): Generator<string> {
  const next = database.prepare('SELECT folder FROM saved_versions WHERE folder > ? ORDER BY folder LIMIT 1')
  for (let row = next.get(''); row !== undefined; row = next.get(textIn(row, 'folder'))) yield textIn(row, 'folder')
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
