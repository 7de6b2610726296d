import { trimNameEnd } from './portable-name.ts'

const ASCII = /^[ -.0-~]*$/
const IGNORED_IN_COMPARISON = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Names with equal keys may be one file on Windows, macOS or Linux: case (simple and full folding), composed and
 * decomposed spelling, compatibility forms, ignorable characters, trailing dots and spaces. Wider than any one of those
 * systems on purpose: a needless difference costs a suffix, a missed one costs a document.
 */
export function collisionKey(name: string): string {
  if (ASCII.test(name)) return trimNameEnd(name.toUpperCase())
  // Down, then up: the capital sharp s reaches SS only by way of the small one, and ending in capitals leaves no final sigma.
  const folded = name.replace(IGNORED_IN_COMPARISON, '').normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKD')
  // No name holds a slash of its own: one that came from a full-width slash must not read as a separator in a folder's key.
  return trimNameEnd(folded).replaceAll('/', '\u2215')
}

/** Joins the keys of nested folders; the key of no folder at all is empty. */
export function folderKey(folders: readonly string[]): string {
  return folders.map(collisionKey).join('/')
}
