import { createHash } from 'node:crypto'
import { NAME_BYTES, type NameLimits, nameText, portableName, trimNameEnd } from './portable-name.ts'

const EXTENSION = '.pdf'
const HASH_CHARS = 8

/**
 * The portable file name of a document: it ends in one `.pdf`, even if the service's name already had one, and keeps the
 * extension when the rest is cut. Limits include the extension. Obeys T25.
 */
export function documentFileName(text: string, limits: NameLimits = {}): string {
  const stem = trimNameEnd(nameText(text)).replace(/\.pdf$/i, '')
  return withEnding(stem, EXTENSION, limits)
}

/**
 * The file name with ` [suffix]` before `.pdf`, within the limits: the stem is cut, never the suffix. The suffix must be
 * portable text, and the limits must leave room for it and at least one more character.
 */
export function suffixedFileName(file: string, suffix: string, limits: NameLimits = {}): string {
  const stem = documentFileName(file, { maxBytes: Infinity }).slice(0, -EXTENSION.length)
  return withEnding(stem, ` [${suffix}]${EXTENSION}`, limits)
}

/**
 * The portable name of a folder. A cut name ends in a hash of the whole name, so that two companies whose long names begin
 * alike never share a folder, in this run or any other. Obeys T25.
 */
export function folderName(text: string, limits: NameLimits = {}): string {
  const whole = portableName(text, { ...limits, maxBytes: Infinity, maxChars: Infinity })
  if (portableName(text, limits) === whole) return whole
  const hash = createHash('sha256').update(collisionKey(whole)).digest('hex').slice(0, HASH_CHARS)
  return withEnding(whole, ` [${hash}]`, limits)
}

function withEnding(stem: string, ending: string, limits: NameLimits): string {
  const { maxBytes = NAME_BYTES, maxChars = Infinity } = limits
  const room = { maxBytes: maxBytes - Buffer.byteLength(ending), maxChars: maxChars - ending.length }
  return portableName(stem, { ...limits, ...room }) + ending
}

const ASCII = /^[ -.0-~]*$/
const IGNORED_IN_COMPARISON = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Names with equal keys may be one file on Windows, macOS or Linux: case (simple and full folding), composed and
 * decomposed spelling, compatibility forms, ignorable characters, trailing dots and spaces. Deliberately wider than any of
 * those systems: a needless collision costs a suffix, a missed one costs a document.
 */
export function collisionKey(name: string): string {
  if (ASCII.test(name)) return trimNameEnd(name.toUpperCase())
  // Lower, then upper case: the capital sharp s becomes SS only via the small one, and capitals have no final sigma.
  const folded = name.replace(IGNORED_IN_COMPARISON, '').normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKD')
  // A slash can only come from a full-width slash: it must not read as a separator in a folder's key.
  return trimNameEnd(folded).replaceAll('/', '\u2215')
}

/** The joined keys of nested folders; empty for the root. */
export function folderKey(folders: readonly string[]): string {
  return folders.map(collisionKey).join('/')
}
