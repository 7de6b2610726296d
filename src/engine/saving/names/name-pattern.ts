import { badUsage } from '../../../shared/errors/app-error.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import { patternLengthFlaw } from '../../../shared/model/name-patterns.ts'
import { parseModifiedDate, parsePlainDate } from '../../../shared/text/dates.ts'
import { cleanQuantity, stateLabel } from '../../../shared/text/set-fields.ts'
import { nearest } from '../../base/did-you-mean.ts'
import { documentFileName, folderName, nameText, trimName } from './file-names.ts'
import type { RelativePath } from './path-limits.ts'
import { documentTitle } from './document-title.ts'

type FieldName =
  | 'customerName'
  | 'customerId'
  | 'setId'
  | 'transactionId'
  | 'parcelRef'
  | 'shipmentRef'
  | 'status'
  | 'destinationName'
  | 'destinationCountry'
  | 'cargoName'
  | 'modifiedDate'
  | 'fromParty'
  | 'fromPartyId'
  | 'billOfLadingDate'
  | 'signature'
  | 'quantity'
  | 'consignorCompanyName'
  | 'consigneeCompanyName'
  | 'loadPort'
  | 'vesselName'
  | 'documentId'
  | 'docType'
  | 'name'

/** A set's and a document's fields under the service's own names, as received: any may be missing or of the wrong type (T19). */
export type NameFields = { readonly [Field in FieldName]?: unknown }

export interface NameToken {
  /** As written between the braces. */
  readonly name: string
  /** For people: "no <label>" names a folder that has no value. */
  readonly label: string
  readonly example: string
  /** The service's name of the field, which is also accepted between the braces. */
  readonly field: FieldName
  /** Turns the field's text into the text of the name. Default: unchanged. */
  readonly format?: (text: string) => string
  /** Makes the text from several fields, in place of `format`. */
  readonly compose?: (fields: NameFields) => string
}

/** Every token of a name pattern, for help, the live preview and parsing. docs/service.md “A set”. */
export const TOKENS: readonly NameToken[] = [
  { name: 'customer', label: 'customer', example: 'Northwind Grain Ltd', field: 'customerName' },
  { name: 'shipmentRef', label: 'shipment reference', example: 'SHP-2026-0117', field: 'shipmentRef' },
  { name: 'parcelRef', label: 'parcel reference', example: 'P-0042', field: 'parcelRef' },
  { name: 'title', label: 'document title', example: 'Bill of lading 1 of 3', field: 'name', compose: titleOf },
  { name: 'docType', label: 'document type', example: 'BILL_OF_LADING', field: 'docType' },
  { name: 'name', label: 'document name', example: 'Bill of lading 1 of 3', field: 'name' },
  { name: 'billOfLadingDate', label: 'bill of lading date', example: '2026-03-03', field: 'billOfLadingDate' },
  { name: 'status', label: 'status', example: 'signed', field: 'status', format: stateLabel },
  { name: 'signature', label: 'signature progress', example: '2 of 3', field: 'signature' },
  { name: 'year', label: 'bill of lading year', example: '2026-03-03', field: 'billOfLadingDate', format: yearOf },
  { name: 'month', label: 'bill of lading month', example: '2026-03-03', field: 'billOfLadingDate', format: monthOf },
  {
    name: 'modifiedDate',
    label: 'modified date',
    example: '3 March 2026, 14:05',
    field: 'modifiedDate',
    format: sortableTime,
  },
  { name: 'vesselName', label: 'vessel', example: 'MV Aurora', field: 'vesselName' },
  { name: 'loadPort', label: 'load port', example: 'Santos', field: 'loadPort' },
  { name: 'destinationName', label: 'destination', example: 'Rotterdam', field: 'destinationName' },
  { name: 'destinationCountry', label: 'destination country', example: 'Netherlands', field: 'destinationCountry' },
  { name: 'cargoName', label: 'cargo', example: 'Soybeans', field: 'cargoName' },
  { name: 'quantity', label: 'quantity', example: '25000 MT', field: 'quantity', format: cleanQuantity },
  { name: 'consignor', label: 'consignor', example: 'Agro Export SA', field: 'consignorCompanyName' },
  { name: 'consignee', label: 'consignee', example: 'Delta Mills BV', field: 'consigneeCompanyName' },
  { name: 'fromParty', label: 'sending party', example: 'Agro Export SA', field: 'fromParty' },
  {
    name: 'fromPartyId',
    label: 'sending party id',
    example: '8a3f7a55-3c52-4df3-8f0e-4a4d7b0f6f20',
    field: 'fromPartyId',
  },
  { name: 'customerId', label: 'customer id', example: '0b5c1c9e-5c0e-4a53-9d0f-1d9f6f0f7a11', field: 'customerId' },
  { name: 'setId', label: 'set id', example: '5d0e3f52-93a5-4a41-b8a5-6f3d4f0f4b7e', field: 'setId' },
  {
    name: 'transactionId',
    label: 'transaction id',
    example: '2f6b7b0e-2f8e-4b52-8c39-4a8f1c1f9d03',
    field: 'transactionId',
  },
  { name: 'documentId', label: 'document id', example: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', field: 'documentId' },
  {
    name: 'shortId',
    label: 'short document id',
    example: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
    field: 'documentId',
    format: (id) => id.slice(0, 8),
  },
]

/** The examples of all tokens: what the live preview shows until a set is found. */
export const EXAMPLE_FIELDS: NameFields = Object.fromEntries(TOKENS.map(({ field, example }) => [field, example]))

/** The token with that name, else with that field name, ignoring case. */
export function findToken(name: string): NameToken | undefined {
  const searched = name.trim().toLowerCase()
  return (
    TOKENS.find((token) => token.name.toLowerCase() === searched) ??
    TOKENS.find((token) => token.field.toLowerCase() === searched)
  )
}

/** What a token becomes for these fields, not yet cleaned; empty when the field is missing or not text. */
function tokenText({ field, format, compose }: NameToken, fields: NameFields): string {
  if (compose !== undefined) return compose(fields)
  const text = fieldText(fields[field])
  return format === undefined || text === '' ? text : format(text)
}

function fieldText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function titleOf({ name, docType }: NameFields): string {
  return documentTitle(fieldText(name), fieldText(docType))
}

function yearOf(date: string): string {
  return parsePlainDate(date) === undefined ? '' : date.slice(0, 4)
}

function monthOf(date: string): string {
  return parsePlainDate(date) === undefined ? '' : date.slice(5, 7)
}

/** `2026-03-03 14.05`, so that names sort by time; text that does not parse stays as it is. */
function sortableTime(text: string): string {
  const time = parseModifiedDate(text)
  if (time === undefined) return text
  const [month, day, hour, minute] = [time.month, time.day, time.hour, time.minute].map((n) =>
    String(n).padStart(2, '0'),
  )
  return `${time.year}-${month}-${day} ${hour}.${minute}`
}

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

/** With the prefix and the extension shorter than any limit for a name leaves room for. */
const LONGEST_BESIDE_ID = 16

/**
 * Whether a document’s name is certain as soon as the document is known, whatever else is saved: it is its id, directly in the
 * folder.
 */
export function isNamedByIdAlone({ folders, file }: NamePattern): boolean {
  const tokens = file.filter((piece) => typeof piece !== 'string')
  const beside = file.filter((piece) => typeof piece === 'string').join('')
  const [token] = tokens
  return (
    folders.length === 0 && tokens.length === 1 && token?.name === 'documentId' && beside.length <= LONGEST_BESIDE_ID
  )
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
  return {
    folders: renderFolders(pattern, fields),
    file: documentFileName(prefix + renderPart(pattern.file, fields)),
  }
}

/** The folders of `renderName` alone. */
export function renderFolders({ folders }: NamePattern, fields: NameFields): string[] {
  return folders.map((pieces) => folderName(renderPart(pieces, fields)))
}

/** The folders as the service has their values: two that are cleaned to one name are not one shipment or company. */
export function folderTexts({ folders }: NamePattern, fields: NameFields): string[] {
  return folders.map((pieces) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : tokenText(piece, fields))).join(''),
  )
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
