/*
 * The values of which a PDF is made (ISO 32000-2, 7.3), each read at its place in the file: a signature is only as good as the
 * place of its bytes.
 */

export type PdfValue = null | boolean | number | PdfName | PdfString | PdfReference | PdfArray | PdfDict

export interface PdfName {
  kind: 'name'
  name: string
}

export interface PdfString {
  kind: 'string'
  /** Of one that is written in digits, as `<48656C6C6F>`. */
  bytes: Buffer | undefined
  /** Of one that is written in letters, as they stand there. */
  text: string
  /** In the file, from its first delimiter to behind its last. */
  start: number
  end: number
}

export interface PdfReference {
  kind: 'reference'
  number: number
}

export interface PdfArray {
  kind: 'array'
  items: readonly PdfValue[]
}

export interface PdfDict {
  kind: 'dict'
  entries: ReadonlyMap<string, PdfValue>
  /** Keys that stand there more than once, of which readers take one or the other. */
  repeated: readonly string[]
}

/** What cannot be read. The message is the end of a sentence about the document, or about the signature: “is damaged”. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The bytes at hand end before the value does. */
export class CutOff extends Error {
  override name = 'CutOff'
}

/** Called with the bytes that are held in memory from now on. Throws Unreadable where a document wants to fill it. */
export type Hold = (bytes: number) => void

/** What is nested deeper than this is made to exhaust its readers. */
const DEEPEST = 60

/** Of memory, for which a file may have no more than two letters. */
const VALUE_BYTES = 250

const SPACE = String.raw`[\0\t\n\f\r ]*`
const TOKEN = new RegExp(
  String.raw`${SPACE}(?:%[^\r\n]*(?:[\r\n]|$)${SPACE})*(<<|>>|[<>()[\]{}]|/?[^\0\t\n\f\r ()<>[\]{}/%]*)`,
  'y',
)
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const INTEGER = /^\d{1,10}$/

/** Reads what stands at a place of a file, from some of its bytes. All of it throws CutOff and Unreadable. */
export class PdfReader {
  readonly #text: string
  /** Where in the file the bytes begin. */
  readonly #base: number
  readonly hold: Hold
  /** Within the bytes. */
  at = 0

  constructor(bytes: Buffer, base: number, hold: Hold) {
    this.#text = bytes.toString('latin1')
    this.#base = base
    this.hold = hold
  }

  take(length: number): string {
    if (this.at + length > this.#text.length) throw new CutOff()
    this.at += length
    return this.#text.slice(this.at - length, this.at)
  }

  /** A delimiter, a name with its slash, or a word. */
  token(): string {
    TOKEN.lastIndex = this.at
    const [, token = ''] = TOKEN.exec(this.#text) ?? []
    // It may go on behind the bytes.
    if (TOKEN.lastIndex >= this.#text.length) throw new CutOff()
    this.at = TOKEN.lastIndex
    return token
  }

  value(depth = 0): PdfValue {
    if (depth > DEEPEST) throw new Unreadable('is nested too deeply')
    this.hold(VALUE_BYTES)
    const token = this.token()
    if (token === '<<') return this.#dict(depth)
    if (token === '[') return { kind: 'array', items: this.#until(']', depth) }
    if (token === '<') return this.#hex()
    if (token === '(') return this.#literal()
    return token.startsWith('/') ? nameOf(token) : this.#plain(token)
  }

  /** A number, a reference or one of three words. */
  #plain(word: string): PdfValue {
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (!NUMBER.test(word)) throw new Unreadable('has something between its objects that cannot be read')
    const behind = this.at
    const isReferring = INTEGER.test(word) && INTEGER.test(this.token()) && this.token() === 'R'
    if (isReferring) return { kind: 'reference', number: Number(word) }
    this.at = behind
    return Number(word)
  }

  #until(end: string, depth: number): PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      const start = this.at
      if (this.token() === end) return values
      this.at = start
      values.push(this.value(depth + 1))
    }
  }

  #dict(depth: number): PdfDict {
    const [entries, repeated] = [new Map<string, PdfValue>(), new Array<string>()]
    const values = this.#until('>>', depth)
    for (let place = 0; place < values.length; place += 2) {
      const [key, value] = [values[place], values[place + 1]]
      if (!isName(key) || value === undefined) throw new Unreadable('has a dictionary that cannot be read')
      if (entries.has(key.name)) repeated.push(key.name)
      entries.set(key.name, value)
    }
    return { kind: 'dict', entries, repeated }
  }

  #hex(): PdfString {
    const [from, to] = [this.at, this.#text.indexOf('>', this.at)]
    if (to === -1) throw new CutOff()
    this.at = to + 1
    const digits = this.#text.slice(from, to).replace(/[\0\t\n\f\r ]+/g, '')
    // Of an odd number of them, the last is followed by a zero.
    const bytes = /^[0-9A-Fa-f]*$/.test(digits)
      ? Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
      : undefined
    return { kind: 'string', bytes, text: '', start: this.#base + from - 1, end: this.#base + this.at }
  }

  #literal(): PdfString {
    const from = this.at
    for (let open = 1; open > 0;) {
      const letter = this.take(1)
      if (letter === '\\') this.take(1)
      if (letter === '(') open += 1
      if (letter === ')') open -= 1
    }
    const text = this.#text.slice(from, this.at - 1)
    return { kind: 'string', bytes: undefined, text, start: this.#base + from - 1, end: this.#base + this.at }
  }
}

/** Of a name; no key that is looked for has as many (ISO 32000-1, annex C). */
const MAX_NAME_CHARS = 400

function nameOf(token: string): PdfName {
  const name = token
    .slice(1, MAX_NAME_CHARS)
    .replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
  return { kind: 'name', name }
}

export function isName(value: PdfValue | undefined): value is PdfName {
  return typeof value === 'object' && value?.kind === 'name'
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value?.kind === 'reference'
}

export function dictOf(value: PdfValue | undefined): PdfDict | undefined {
  return typeof value === 'object' && value?.kind === 'dict' ? value : undefined
}

export function itemsOf(value: PdfValue | undefined): readonly PdfValue[] {
  return typeof value === 'object' && value?.kind === 'array' ? value.items : []
}

export function stringOf(value: PdfValue | undefined): PdfString | undefined {
  return typeof value === 'object' && value?.kind === 'string' ? value : undefined
}

/** A whole number that is not negative. */
export function countOf(value: PdfValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
