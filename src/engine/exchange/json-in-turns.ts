import { setImmediate as nextTurn } from 'node:timers/promises'

/** In characters: `JSON.parse` takes up to 50 ms for a million of them, where they are nothing but `[],[],` (measured). */
const LONGEST_AT_ONCE = 512 * 1024
/** In characters: read here in some 20 ms at worst (measured). */
const LONGEST_TURN = 128 * 1024
/** Far more than any answer has; beyond it looking at the values takes as long as reading them. */
const MOST_LEVELS = 100
const MOST_FIELDS = 1_000
/** Rows of an honest list have more than 300 characters. */
const MOST_ENTRIES = 50_000
/** Of an honest answer a value has some 25 characters with its name: this is more than fits into the largest. */
const MOST_VALUES = 1_000_000

/** JSON that is written correctly, and that nobody would send who means well. */
export class ExcessiveJson extends Error {
  override readonly name = 'ExcessiveJson'
}

/**
 * What `JSON.parse` returns, in turns: a large answer of the service may not hold up the window and everything else (W-H1).
 * Fails with SyntaxError, and with ExcessiveJson where it has more than any answer: levels, fields, entries, values, or text in one piece.
 */
export async function parseInTurns(text: string): Promise<unknown> {
  if (text.length <= LONGEST_AT_ONCE) return JSON.parse(text)
  const turns = jsonTurns(text)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
    await nextTurn()
  }
}

/** In characters: the XML of a document has less. */
const LONGEST_TEXT = 4 * 1024 * 1024
/** What is not text, list or object. */
const SIMPLE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

interface Container {
  value: unknown[] | Record<string, unknown>
  /** Under which the next value goes into an object. */
  field: string
  fields: number
}

/** Reads in turns: yields where it is, in characters, when it has read enough for one; returns the value. */
export function* jsonTurns(text: string): Generator<number, unknown> {
  const open: Container[] = []
  let at = 0
  let turnEnd = LONGEST_TURN
  let values = 0

  const refuse = (): never => {
    throw new SyntaxError(`unexpected text at ${at}`)
  }
  const skipSpace = (): void => {
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    }
  }
  const take = (mark: string): boolean => {
    skipSpace()
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  const readText = (): string => {
    const start = at - 1
    do {
      const end = text.indexOf('"', at)
      if (end === -1) refuse()
      if (end - start > LONGEST_TEXT) throw new ExcessiveJson(`it has a text of more than ${LONGEST_TEXT} characters`)
      at = end + 1
    } while (isEscaped(text, at - 1))
    // Its own piece of memory: a part of the whole text would keep all of that.
    return String(JSON.parse(text.slice(start, at)))
  }
  const readField = (container: Container): void => {
    container.fields += 1
    if (container.fields > MOST_FIELDS) throw new ExcessiveJson(`it has an object of more than ${MOST_FIELDS} fields`)
    if (!take('"')) refuse()
    container.field = readText()
    if (!take(':')) refuse()
  }
  const readSimple = (): unknown => {
    SIMPLE.lastIndex = at
    const [simple] = SIMPLE.exec(text) ?? refuse()
    at += simple.length
    return JSON.parse(simple)
  }
  /** A value, or undefined where it was only begun: it is open now. */
  const readStart = (): unknown => {
    if (take('"')) return readText()
    const value = take('{') ? {} : take('[') ? [] : undefined
    if (value === undefined) return readSimple()
    if (take(Array.isArray(value) ? ']' : '}')) return value
    const container = { value, field: '', fields: 0 }
    if (open.push(container) > MOST_LEVELS) throw new ExcessiveJson(`it has more than ${MOST_LEVELS} levels`)
    if (!Array.isArray(value)) readField(container)
    return undefined
  }
  /** What this value was the end of, or undefined where more is to come in it. */
  const readEnd = (container: Container): unknown => {
    const isList = Array.isArray(container.value)
    if (take(isList ? ']' : '}')) return open.pop()?.value
    if (!take(',')) refuse()
    if (!isList) readField(container)
    return undefined
  }

  while (true) {
    if (at >= turnEnd) {
      yield at
      turnEnd = at + LONGEST_TURN
    }
    values += 1
    if (values > MOST_VALUES) throw new ExcessiveJson(`it has more than ${MOST_VALUES} values`)
    let value = readStart()
    while (value !== undefined) {
      const container = open.at(-1)
      if (container === undefined) {
        skipSpace()
        return at === text.length ? value : refuse()
      }
      put(container, value)
      value = readEnd(container)
    }
  }
}

function put({ value: container, field }: Container, value: unknown): void {
  if (Array.isArray(container)) {
    if (container.push(value) > MOST_ENTRIES) {
      throw new ExcessiveJson(`it has a list of more than ${MOST_ENTRIES} entries`)
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
