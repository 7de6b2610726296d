import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { diskCode } from '../../files/disk-codes.ts'
import { diskFailure } from '../disk/disk-failures.ts'

/** The path itself, or the folder above it that is there. Fails with folder-gone where not even a root is, and like reading. */
export function nearestExisting(path: string): string {
  const absolute = resolve(path)
  try {
    statSync(absolute)
    return absolute
  } catch (thrown) {
    const code = diskCode(thrown)
    const isRoot = dirname(absolute) === absolute || basename(absolute) === ''
    if (isRoot || (code !== 'ENOENT' && code !== 'ENOTDIR')) throw diskFailure(thrown, absolute, absolute)
    return nearestExisting(dirname(absolute))
  }
}
