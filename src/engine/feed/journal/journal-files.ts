import path from 'node:path'
import type { Environment } from '../../../shared/model/connection.ts'

/** The journal of an environment in a shared folder: test and production never mix. */
export function journalFileIn(folder: string, environment: Environment): string {
  return path.join(folder, `parcel-desk-feed-${environment}.jsonl`)
}

/**
 * The files of a journal among the names in its folder, oldest first: `feed.jsonl`, `feed.2.jsonl`, `feed.3.jsonl` … Full
 * files are not renamed: a reader in the middle of one would lose its place, and Windows renames no file that is open.
 */
export function journalFiles(file: string, names: readonly string[]): string[] {
  return names
    .flatMap((name) => {
      const number = numberOf(name, file)
      return number === undefined ? [] : [number]
    })
    .toSorted((one, other) => one - other)
    .map((number) => numberedFile(file, number))
}

/** The file that comes after one of a journal. */
export function fileAfter(file: string, last: string): string {
  return numberedFile(file, (numberOf(path.basename(last), file) ?? 1) + 1)
}

function numberedFile(file: string, number: number): string {
  const { dir, name, ext } = path.parse(file)
  return number === 1 ? file : path.join(dir, `${name}.${number}${ext}`)
}

function numberOf(fileName: string, file: string): number | undefined {
  const { base, name, ext } = path.parse(file)
  if (fileName === base) return 1
  if (!fileName.startsWith(`${name}.`) || !fileName.endsWith(ext)) return undefined
  const digits = fileName.slice(name.length + 1, fileName.length - ext.length)
  return /^[1-9]\d{0,8}$/.test(digits) && digits !== '1' ? Number(digits) : undefined
}
