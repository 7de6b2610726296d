import { setImmediate as nextTurn } from 'node:timers/promises'

declare global {
  /** What V8 has and the libraries of TypeScript do not yet know. */
  interface JSON {
    rawJSON(source: string): ExactNumber
    isRawJSON(value: unknown): value is ExactNumber
  }
}

/** A number in its own digits, which `JSON.stringify` writes unchanged: 1.10, 1e400, or more digits than a double holds. */
export interface ExactNumber {
  readonly rawJSON: string
}

/** The digits of a number as they were received. */
export function digitsOf(value: unknown): string | undefined {
  if (JSON.isRawJSON(value)) return value.rawJSON
  return typeof value === 'number' ? String(value) : undefined
}

/** A text, or a number as it was received; an absent value is empty. Undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : digitsOf(value)
}

/** Where a number may not be what `String` makes of it: a fraction, an exponent, minus zero, or more digits than a double holds. */
const INEXACT = /[[:,]\s*-?(?:\d+[.eE]|\d{16}|(?<=-)0)|^\s*[-\d]/

/** `JSON.parse` takes up to 50 ms for a million characters in the worst case, `[],[],…` (measured). */
const MAX_CHARS_AT_ONCE = 512 * 1024
/** Parsed here in about 20 ms at worst (measured). */
const SLICE_CHARS = 128 * 1024
/** Far more than any real answer has. */
const MAX_LEVELS = 10_000
const MAX_FIELDS = 10_000
/** Real rows have more than 300 characters each. */
const MAX_ENTRIES = 50_000
/** A value of a real answer takes about 25 characters with its name, so the largest answer has fewer. */
const MAX_VALUES = 1_000_000

/** Well-formed JSON that exceeds what any real answer needs. */
export class ExcessiveJson extends Error {
  override readonly name = 'ExcessiveJson'
}

/**
 * `JSON.parse` that keeps the digits of numbers, and yields to the event loop, so that a large answer does not freeze the
 * window (W-H1). Fails with SyntaxError, and with ExcessiveJson for too many levels, fields, entries or values, or too long
 * a string.
 */
export async function parseLargeJson(text: string): Promise<unknown> {
  if (text.length <= MAX_CHARS_AT_ONCE) return parseJson(text)
  const slices = parseInSlices(text)
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
    await nextTurn()
  }
}

/** As `parseLargeJson`, without yielding: for what is known to be small. */
export function parseJson(text: string): unknown {
  if (!INEXACT.test(text)) return JSON.parse(text)
  const slices = parseInSlices(text)
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
  }
}

/** The XML of a document is shorter. */
const MAX_TEXT_CHARS = 4 * 1024 * 1024
/** Anything but a string, list or object. */
const PRIMITIVE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

interface Container {
  value: unknown[] | Record<string, unknown>
  /** Name of the next value in an object. */
  field: string
  fields: number
}

/** Parses slice by slice: yields its position after each, returns the value at the end. */
export function* parseInSlices(text: string): Generator<number, unknown> {
  const open: Container[] = []
  let at = 0
  let sliceEnd = SLICE_CHARS
  let values = 0

  const fail = (): never => {
    throw new SyntaxError(`unexpected text at ${at}`)
  }
  const skipSpace = (): void => {
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    }
  }
  const accept = (mark: string): boolean => {
    skipSpace()
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  const readText = (): string => {
    const start = at - 1
    do {
      const end = text.indexOf('"', at)
      if (end === -1) fail()
      if (end - start > MAX_TEXT_CHARS)
        throw new ExcessiveJson(`it has a text of more than ${MAX_TEXT_CHARS} characters`)
      at = end + 1
    } while (isEscaped(text, at - 1))
    // Parsed into a new string: a slice would keep the whole text in memory.
    return String(JSON.parse(text.slice(start, at)))
  }
  const readField = (container: Container): void => {
    container.fields += 1
    if (container.fields > MAX_FIELDS) throw new ExcessiveJson(`it has an object of more than ${MAX_FIELDS} fields`)
    if (!accept('"')) fail()
    container.field = readText()
    if (!accept(':')) fail()
  }
  const readPrimitive = (): unknown => {
    PRIMITIVE.lastIndex = at
    const [simple] = PRIMITIVE.exec(text) ?? fail()
    at += simple.length
    const value: unknown = JSON.parse(simple)
    return typeof value === 'number' && String(value) !== simple ? JSON.rawJSON(simple) : value
  }
  /** A complete value, or undefined if it opened a container. */
  const readStart = (): unknown => {
    if (accept('"')) return readText()
    const value = accept('{') ? {} : accept('[') ? [] : undefined
    if (value === undefined) return readPrimitive()
    if (accept(Array.isArray(value) ? ']' : '}')) return value
    const container = { value, field: '', fields: 0 }
    if (open.push(container) > MAX_LEVELS) throw new ExcessiveJson(`it has more than ${MAX_LEVELS} levels`)
    if (!Array.isArray(value)) readField(container)
    return undefined
  }
  /** The container that this value completed, or undefined if more values follow in it. */
  const readEnd = (container: Container): unknown => {
    const isList = Array.isArray(container.value)
    if (accept(isList ? ']' : '}')) return open.pop()?.value
    if (!accept(',')) fail()
    if (!isList) readField(container)
    return undefined
  }

  while (true) {
    if (at >= sliceEnd) {
      yield at
      sliceEnd = at + SLICE_CHARS
    }
    values += 1
    if (values > MAX_VALUES) throw new ExcessiveJson(`it has more than ${MAX_VALUES} values`)
    let value = readStart()
    while (value !== undefined) {
      const container = open.at(-1)
      if (container === undefined) {
        skipSpace()
        return at === text.length ? value : fail()
      }
      put(container, value)
      value = readEnd(container)
    }
  }
}

function put({ value: container, field }: Container, value: unknown): void {
  if (Array.isArray(container)) {
    if (container.push(value) > MAX_ENTRIES) {
      throw new ExcessiveJson(`it has a list of more than ${MAX_ENTRIES} entries`)
    }
    // As JSON.parse does: plain assignment to this name would change the prototype.
  } else if (field === '__proto__') {
    Object.defineProperty(container, field, { value, enumerable: true, configurable: true, writable: true })
  } else container[field] = value
}

/** True if an odd number of backslashes precedes this character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === '\\') before -= 1
  return (at - before) % 2 === 0
}
