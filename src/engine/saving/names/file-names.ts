import { createHash } from 'node:crypto'
import { LIST_FILES } from '../../../shared/text/format.ts'

/**
 * The longest folder or file name in UTF-8 bytes. Far below the 255 of most disks, because encrypted network shares stop at
 * 143, the `.part` suffix takes up to 19 while a file is written, and a Windows path has to fit into 259 characters.
 */
export const NAME_BYTES = 120

export interface NameLimits extends TextLimits {
  /** The name where nothing of the text is left; must itself be portable. Default: `unnamed`. */
  readonly fallback?: string
}

// Most names are plain; this check halves the planning time of 100,000 documents.
const PLAIN_ASCII = /^[ !#-)+-.0-9;=@-[\]-{}~]*$/
const ANY_SPACE = /[\t\n\v\f\r\u0085\u2028\u2029\p{Zs}]+/gu
// Control, bidi, zero-width and tag characters, halves of surrogate pairs, annotation marks: with these invisible
// characters two names that look the same could differ, or one could read as another (T25).
const UNSEEN = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu
// Code points without meaning: macOS refuses unassigned ones, and network mounts read private ones as `:` or `\`.
const WITHOUT_MEANING = /[\p{Cn}\p{Co}]/gu
const FORBIDDEN_ON_WINDOWS = /["*/:<>?\\|]/g
const READABLE_INSTEAD: Readonly<Record<string, string>> = {
  '/': '-',
  '\\': '-',
  ':': '-',
  '|': '-',
  '"': "'",
  '<': '(',
  '>': ')',
}

/** Of the manifest and whatever else may come to stand beside it, and of the desk's lists; as `collisionKey` makes them. */
const ARCHIVE_PREFIX = 'PARCEL-DESK-MANIFEST.'
const ARCHIVE_NAMES = new Set<string>(LIST_FILES.map((name) => name.toUpperCase()))
const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i
// `PROGRA~1.PDF` may be Windows' short name of another file: writing to it would write to that file.
const SHORT_ALIAS = /^(?=[^.]{1,8}(?:\.|$))[^.]+~\d+(?:\.[^.]{0,3})?$/
// After a dot, the id of a class: Windows shows such a folder as that part of itself (the recycle bin, the control panel).
const DOT_OF_CLASS = /\.(?=\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$)/i

/**
 * Text that may stand inside a name on Windows, macOS and Linux: one spelling (NFC), no unseen characters, no separators,
 * single spaces. Edges are not trimmed and nothing is cut. Obeys T25.
 */
export function nameText(text: string): string {
  return (PLAIN_ASCII.test(text) ? text : replaceUnportable(text)).replace(/ {2,}/g, ' ')
}

function replaceUnportable(text: string): string {
  return text
    .replace(ANY_SPACE, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(WITHOUT_MEANING, '_')
    .replace(FORBIDDEN_ON_WINDOWS, (character) => READABLE_INSTEAD[character] ?? '_')
}

/** Removes the trailing spaces and dots that Windows drops silently. */
export function trimNameEnd(text: string): string {
  // Not /[ .]+$/, which takes quadratic time on a long run of dots that does not reach the end.
  let end = text.length
  while (end > 0 && ' .'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Removes trailing spaces and dots, and leading dots and dashes, which would hide a file or read as an option. */
export function trimName(text: string): string {
  return trimNameEnd(text.replace(/^[ .-]+/, ''))
}

/**
 * One path part, legal on Windows, macOS and Linux alike, never empty, within the limits (default 120 UTF-8 bytes).
 * Cleaning a clean name changes nothing. Different texts may give the same name; `reserveNames` keeps names apart. Obeys
 * T25.
 */
export function portableName(text: string, limits: NameLimits = {}): string {
  const { fallback = 'unnamed' } = limits
  const bounds = { maxBytes: limits.maxBytes ?? NAME_BYTES, maxChars: limits.maxChars ?? Infinity }
  const cut = trimNameEnd(cutText(trimName(nameText(text)), bounds)).replace(DOT_OF_CLASS, '_')
  const name = cut === '' ? cutText(fallback, bounds) : cut
  // After cutting, because a cut name may be a device name or an alias, as it may end in the id of a class.
  if (SHORT_ALIAS.test(name)) return name.replaceAll('~', '_')
  return isDeviceName(name) || isOfArchive(name) ? trimNameEnd(cutText(`_${name}`, bounds)) : name
}

/** Names that the archive needs for itself: a folder of that name would stand where its manifest or a list is to be written. */
function isOfArchive(name: string): boolean {
  const key = collisionKey(name)
  return key.startsWith(ARCHIVE_PREFIX) || ARCHIVE_NAMES.has(key)
}

/** Whether Windows takes the name for a device: `con`, `NUL .txt`, `COM1.tar.gz`. */
export function isDeviceName(name: string): boolean {
  const [beforeDot = ''] = name.split('.', 1)
  return DEVICE_NAME.test(beforeDot.trim())
}

export interface TextLimits {
  /** UTF-8 bytes: what Linux and macOS count. */
  readonly maxBytes?: number
  /** UTF-16 units: what Windows counts. */
  readonly maxChars?: number
}

let graphemes: Intl.Segmenter | undefined

/**
 * The longest prefix of `text` within both limits that ends between two graphemes, so that no accent is torn from its
 * letter. Only a first grapheme that is itself too long is cut, between code points. Never fails.
 */
export function cutText(text: string, limits: TextLimits): string {
  const { maxBytes = Infinity, maxChars = Infinity } = limits
  if (text.length <= maxChars && Buffer.byteLength(text) <= maxBytes) return text
  const head = longestPrefix(graphemesOf(text), maxBytes, maxChars)
  return head === '' ? longestPrefix(text, maxBytes, maxChars) : head
}

function* graphemesOf(text: string): Generator<string> {
  // Created on first use: it loads tables for 10 ms, and few names need cutting (measured).
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text)) yield segment
}

function longestPrefix(pieces: Iterable<string>, maxBytes: number, maxChars: number): string {
  let head = ''
  let bytes = 0
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece)
    if (bytes > maxBytes || head.length + piece.length > maxChars) break
    head += piece
  }
  return head
}

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
  return withEnding(whole, hashEnding(collisionKey(whole)), limits)
}

/** The portable name of a folder of this text, told apart from others of that name. */
export function separateFolderName(name: string, text: string): string {
  return withEnding(name, hashEnding(text), {})
}

function hashEnding(text: string): string {
  return ` [${createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS)}]`
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
