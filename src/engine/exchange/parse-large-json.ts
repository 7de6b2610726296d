import { setImmediate as nextTurn } from 'node:timers/promises'

/** In characters: `JSON.parse` takes up to 50 ms for a million of them, where they are nothing but `[],[],` (measured). */
const MAX_CHARS_AT_ONCE = 512 * 1024
/** In characters: read here in some 20 ms at worst (measured). */
const SLICE_CHARS = 128 * 1024
/** Far more than any answer has; beyond it looking at the values takes as long as reading them. */
const MAX_LEVELS = 100
const MAX_FIELDS = 1_000
/** Rows of an honest list have more than 300 characters. */
const MAX_ENTRIES = 50_000
/** Of an honest answer a value has some 25 characters with its name: this is more than fits into the largest. */
const MAX_VALUES = 1_000_000

/** JSON that is written correctly, and that nobody would send who means well. */
export class ExcessiveJson extends Error {
  override readonly name = 'ExcessiveJson'
}

/**
 * What `JSON.parse` returns, in turns: a large answer of the service may not hold up the window and everything else (W-H1).
 * Fails with SyntaxError, and with ExcessiveJson where it has more than any answer: levels, fields, entries, values, or text in one piece.
 */
export async function parseLargeJson(text: string): Promise<unknown> {
  if (text.length <= MAX_CHARS_AT_ONCE) return JSON.parse(text)
  const slices = parseInSlices(text)
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
    await nextTurn()
  }
}

/** In characters: the XML of a document has less. */
const MAX_TEXT_CHARS = 4 * 1024 * 1024
/** What is not text, list or object. */
const PRIMITIVE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

interface Container {
  value: unknown[] | Record<string, unknown>
  /** Under which the next value goes into an object. */
  field: string
  fields: number
}

/** Reads in turns: yields where it is, in characters, when it has read enough for one; returns the value. */
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
    // Its own piece of memory: a part of the whole text would keep all of that.
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
    return JSON.parse(simple)
  }
  /** A value, or undefined where it was only begun: it is open now. */
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
  /** What this value was the end of, or undefined where more is to come in it. */
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
    // As JSON.parse has it: assigned, this name would change what the object inherits.
  } else if (field === '__proto__') {
    Object.defineProperty(container, field, { value, enumerable: true, configurable: true, writable: true })
  } else container[field] = value
}

/** True when an odd number of backslashes stands before this character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === '\\') before -= 1
  return (at - before) % 2 === 0
}
