import { badUsage } from '../../../shared/errors/app-error.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import { patternLengthFlaw } from '../../../shared/model/name-patterns.ts'
import { nearest } from '../../base/did-you-mean.ts'
import { documentFileName, folderName } from './file-names.ts'
import { findToken, type NameFields, type NameToken, TOKENS, tokenText } from './name-tokens.ts'
import type { RelativePath } from './path-limits.ts'
import { nameText, trimName } from './portable-name.ts'

type Piece = string | NameToken

/** A parsed pattern: the pieces of every folder, outermost first, and of the file. */
export interface NamePattern {
  readonly text: string
  readonly folders: readonly (readonly Piece[])[]
  readonly file: readonly Piece[]
}

const PIECE = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g

/**
 * Parses a pattern such as `{customer}/{shipmentRef}/{parcelRef} {name}`. A slash separates folders, `{{` and `}}` stand for
 * braces. Throws bad-usage for an unknown token, unbalanced braces, an empty part, `.` or `..`, an absolute pattern, and one
 * that is too long.
 */
export function parseNamePattern(text: string): NamePattern {
  const tooLong = patternLengthFlaw(text)
  if (tooLong !== undefined) throw badUsage(tooLong.message, tooLong.next)
  refuseAbsolute(text)
  const parts = text.split('/').map((part) => parsePart(part, text))
  return { text, folders: parts.slice(0, -1), file: parts.at(-1) ?? [] }
}

function refuseAbsolute(text: string): void {
  if (/^\s*(?:[/\\~]|[a-z]:)/i.test(text)) {
    throw badUsage(
      `The name pattern "${text}" is an absolute path.`,
      'Choose the folder separately; the pattern names what goes below it.',
    )
  }
  if (text.includes('\\')) {
    throw badUsage(`The name pattern "${text}" has a backslash.`, 'Separate folders with /.')
  }
}

function parsePart(part: string, pattern: string): Piece[] {
  if (/^\s*\.{1,2}\s*$/.test(part)) {
    throw badUsage(`The name pattern "${pattern}" has "${part.trim()}" as a folder or file.`, 'Leave that part out.')
  }
  const pieces = [...part.matchAll(PIECE)].map(([whole, token]) => parsePiece(whole, token, pattern))
  if (pieces.every((piece) => typeof piece === 'string') && trimName(pieces.join('')) === '') {
    throw badUsage(`The name pattern "${pattern}" has an empty part.`, 'Name every folder and the file.')
  }
  return pieces
}

function parsePiece(whole: string, token: string | undefined, pattern: string): Piece {
  if (token !== undefined) return findToken(token) ?? refuseToken(token)
  if (whole === '{{' || whole === '}}') return whole.charAt(0)
  if (whole === '{' || whole === '}') {
    throw badUsage(
      `The name pattern "${pattern}" has a "${whole}" without its partner.`,
      'Write {{ or }} for a brace in the name.',
    )
  }
  return nameText(whole)
}

function refuseToken(token: string): never {
  const names = TOKENS.map(({ name }) => name)
  const meant = nearest(token.trim(), [...names, ...TOKENS.map(({ field }) => field)])
  const hint = meant === undefined ? '' : ` Did you mean {${meant}}?`
  throw badUsage(
    `There is no token {${token}} for the name pattern.${hint}`,
    `Tokens: ${names.map((name) => `{${name}}`).join(' ')}`,
  )
}

/**
 * The folders and the file name of one document, every part legal on all systems. A slash in a value makes no folder. A token
 * without a value is dropped with the separators around it; a part without any value says so, as in `no shipment
 * reference`. `prefix` is put before the file name (`TEST `). Obeys T17, T19 and T25.
 */
export function renderName(
  pattern: NamePattern,
  fields: NameFields,
  { prefix = '' }: { prefix?: string } = {},
): RelativePath {
  const folders = pattern.folders.map((pieces) => renderPart(pieces, fields))
  return {
    folders: folders.map((folder) => folderName(folder)),
    file: documentFileName(prefix + renderPart(pattern.file, fields)),
  }
}

function renderPart(pieces: readonly Piece[], fields: NameFields): string {
  const values: string[] = []
  const skeleton = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    const value = nameText(tokenText(piece, fields)).trim()
    if (value === '') return GAP
    values.push(value)
    return VALUE
  })
  const text = closeGaps(skeleton.join('')).replaceAll(VALUE, () => values.shift() ?? '')
  return trimName(text) === '' ? `no ${firstLabel(pieces)}` : text
}

function firstLabel(pieces: readonly Piece[]): string {
  return pieces.find((piece) => typeof piece !== 'string')?.label ?? 'name'
}

/** Stands for a token with a value. A control character, because no cleaned text contains any. */
export const VALUE = '\u0001'
/** Stands for a token without a value. */
export const GAP = '\u0000'

const SEPARATORS = String.raw`\s\-–—_,.;+&#=~·()[\]`
const GAP_RUN = new RegExp(`[${SEPARATORS}]*${GAP}[${SEPARATORS}${GAP}]*`, 'g')
const EMPTY_BRACKETS = new RegExp(String.raw`[(\[]\s*${GAP}[\s${GAP}]*[)\]]`, 'g')

/**
 * Removes the gaps from a name's skeleton together with the separators around them: one separator stays between two values,
 * none at an edge, and no empty brackets. Separators inside values are kept, since values are not in the skeleton.
 */
export function closeGaps(skeleton: string): string {
  return skeleton.replace(GAP_RUN, (run, start: number) => {
    const open = run.replace(EMPTY_BRACKETS, GAP)
    // A bracket whose partner is outside the run has to stay: "Bill (draft {status})".
    if (start === 0) return open.replace(/[^([]/g, '')
    if (start + run.length === skeleton.length) return open.replace(/[^)\]]/g, '')
    const separators = open.split(GAP).filter((separator) => separator !== '')
    return separators.find((separator) => separator.trim() !== '') ?? separators[0] ?? ''
  })
}

/** Tells test documents from real ones wherever they end up (F-notes, idea 11; docs/decisions/test-prefix.md). */
const TEST_PREFIX = 'TEST '

/** The prefix of every file name. */
export function namePrefix(environment: Environment): string {
  return environment === 'test' ? TEST_PREFIX : ''
}
