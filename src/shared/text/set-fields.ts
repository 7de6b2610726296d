/** The documented states in the order of a set’s life, as messages spell them, with their labels (docs/service.md “States”). */
export const KNOWN_STATES = [
  { state: 'DRAFTED', label: 'Drafted' },
  { state: 'Signed', label: 'Signed' },
  { state: 'ISSUED', label: 'Issued' },
  { state: 'TITLE_HELD', label: 'Title held' },
  { state: 'TRANSFER_DRAFTED', label: 'Transfer drafted' },
] as const

/** The form in which states are compared: ignores case, and treats spaces, hyphens and underscores alike. T12. */
export function foldState(state: string): string {
  return state
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
}

/** Whether two spellings mean one state: `title held` is `TITLE_HELD`. T12. */
export function isSameState(one: string, other: string): boolean {
  return foldState(one) === foldState(other)
}

/**
 * Whether a set is usually in one state before the other; false if either is not a documented state. Only a likelihood: the
 * reference documents no transitions, and a transferred title is held again.
 */
export function isEarlierState(one: string, other: string): boolean {
  const [placeOfOne, placeOfOther] = [placeInLife(one), placeInLife(other)]
  return placeOfOne >= 0 && placeOfOther >= 0 && placeOfOne < placeOfOther
}

function placeInLife(state: string): number {
  return [...LABELS.keys()].indexOf(foldState(state))
}

const LABELS: ReadonlyMap<string, string> = new Map(KNOWN_STATES.map(({ state, label }) => [foldState(state), label]))

/** The label of a state; an unknown state stays as received. T12. */
export function stateLabel(state: string): string {
  return LABELS.get(foldState(state)) ?? state
}

/** A change to a state, told as a sentence about a parcel. */
interface StateVerbs {
  /** Between whoever acted and the parcel: “drafted the transfer of”. */
  readonly active: string
  /** What follows the parcel: “marked PR-1 as title held”. */
  readonly rest?: string
  /** What follows the parcel where nobody is named: “has a transfer drafted”. */
  readonly passive: string
}

/**
 * By the state, never by the action, which is ISSUE for two of them (T13). A message says who acted, not who holds the title.
 */
const VERBS: Readonly<Record<string, StateVerbs>> = {
  drafted: { active: 'drafted', passive: 'was drafted' },
  signed: { active: 'signed', passive: 'was signed' },
  issued: { active: 'issued', passive: 'was issued' },
  title_held: { active: 'marked', rest: 'as title held', passive: 'has its title held' },
  transfer_drafted: { active: 'drafted the transfer of', passive: 'has a transfer drafted' },
}

/** Undefined for a state that the service does not document. */
export function stateVerbs(state: string): StateVerbs | undefined {
  const folded = foldState(state)
  return Object.hasOwn(VERBS, folded) ? VERBS[folded] : undefined
}

export interface SignatureProgress {
  readonly signed: number
  readonly total: number
}

const SIGNATURE = /^\s*(\d{1,6})\s+of\s+(\d{1,6})\s*$/i

/**
 * Parses `<n> of <m>`; undefined for anything else, including `0 of 0` and n > m, which is then shown as text
 * (T18).
 */
export function parseSignature(text: string): SignatureProgress | undefined {
  const [, signed, total] = (SIGNATURE.exec(text) ?? []).map(Number)
  if (signed === undefined || total === undefined) return undefined
  return total > 0 && signed <= total ? { signed, total } : undefined
}

/** A quantity without literal `null` parts (`1000 null`, `null null`); empty if none was set. T17. */
export function cleanQuantity(text: string): string {
  return text
    .split(/\s+/)
    .filter((part) => part !== '' && part !== 'null')
    .join(' ')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version: check this before an id goes into a URL path or a file name. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The form in which ids are compared: case means nothing in a UUID, and everything in any other id. */
export function foldId(id: string): string {
  return isUuid(id) ? id.toLowerCase() : id
}

/** A code such as BILL_OF_LADING: words joined by underscores. */
const CODE = /^[\p{L}\d]+(?:_[\p{L}\d]+)+$/u

/**
 * The label of a document type: “Bill of lading” for `BILL_OF_LADING`. A type already written in words stays as received.
 * File names use labels only in `{title}`: `{docType}` is the type as received, so that existing archives keep their names.
 */
export function docTypeLabel(docType: string): string {
  if (!CODE.test(docType)) return docType
  const words = docType.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
