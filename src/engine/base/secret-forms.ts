/** What a known secret looks like in a text, however it was written into it. */
export interface SecretForms {
  /** The text with `mark` in place of every form. */
  replaceIn(text: string, mark: string): string
  /** The most characters that one form may have. */
  longest: number
}

/** Beyond this many characters a pattern for each character would be slow to compile; tokens are this long. */
const LONGEST_SPELLED = 200
/** Shorter ones would match parts of unrelated base64. */
const MIN_PART_BYTES = 6
/** The longest form of a character is `&#x0000ff;`. */
const MAX_FORM_CHARS = 10
const MAX_CACHED = 1_000

const cache = new Map<string, SecretForms>()

/**
 * The forms of a secret: as it is, in an address, in JSON or a script (also escaped again), in HTML, in UTF-16, in hexadecimal
 * digits, and in base64, alone or within a longer text such as `user:password`.
 */
export function formsOfSecret(secret: string): SecretForms {
  const known = cache.get(secret)
  if (known !== undefined) return known
  const forms = secret.length > LONGEST_SPELLED ? formsOfLong(secret) : formsOfShort(secret)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(secret, forms)
  return forms
}

function formsOfShort(secret: string): SecretForms {
  const sources = [...DEPTHS.map((depth) => spelledAt(depth, secret)), ...encodedSources(secret)]
  const pattern = new RegExp(sources.join('|'), 'g')
  return {
    replaceIn: (text, mark) => text.replace(pattern, mark),
    longest: (secret.length + 1) * MAX_FORM_CHARS * 2,
  }
}

/** How often a text was escaped as in JSON: the error of a service is JSON that may be logged as JSON. */
const DEPTHS = [0, 1, 2] as const

/**
 * With the exact number of backslashes for each depth: a pattern that took any number of them would try all ways to share
 * them out, which is exponential in the length of the secret.
 */
function spelledAt(depth: (typeof DEPTHS)[number], secret: string): string {
  const escape = depth === 0 ? undefined : literal('\\'.repeat(2 ** (depth - 1)))
  // Between characters, what UTF-16 read as another encoding has there.
  const gap = ['\\0', '%00', ...(escape === undefined ? [] : [`${escape}u0000`, `${escape}x00`])]
  return Array.from(secret, (character) => {
    const escaped = escape === undefined ? [] : escapedSpellings(character, escape, 2 ** depth)
    // A backslash is never written plain where backslashes are escaped.
    const plain = escape !== undefined && character === '\\' ? [] : [literal(character)]
    return `(?:${[...plain, ...escaped, ...otherSpellings(character)].join('|')})`
  }).join(`(?:${gap.join('|')})?`)
}

/** Tokens: letters and digits, which few encodings write in another way. A pattern of thousands of characters is refused. */
function formsOfLong(secret: string): SecretForms {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((before) => base64Part(bytes, before))
  const forms = new Set([
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    Array.from(secret).join('\0'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((part) => part.replaceAll('+', '-').replaceAll('/', '_')),
  ])
  return {
    replaceIn: (text, mark) => [...forms].reduce((rest, form) => rest.replaceAll(form, mark), text),
    longest: Math.max(...[...forms].map((form) => form.length)),
  }
}

function encodedSources(secret: string): string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'utf16le')]
  return [
    ...bytes.map((one) => Array.from(one, (byte) => hexDigits(byte, 2)).join('[ :]?')),
    ...bytes.flatMap(base64Sources),
  ]
}

/** Base64 packs three bytes into four characters, so that a secret within a longer text has three forms. */
function base64Sources(bytes: Buffer): string[] {
  if (bytes.length < MIN_PART_BYTES) return [base64Source(bytes.toString('base64').replace(/=+$/, ''))]
  return [0, 1, 2].map((before) => `${base64Source(base64Part(bytes, before))}={0,2}`)
}

/** Without the characters that also hold bits of what stands before or behind it. */
function base64Part(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

/** Of either alphabet, and as an address or JSON has it. */
function base64Source(encoded: string): string {
  return encoded.replaceAll('+', '(?:[-+]|%2[bB])').replaceAll('/', String.raw`(?:\\?[_/]|%2[fF])`)
}

const HTML_NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const SCRIPT_LETTERS: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' }

/** As JSON and scripts write a character; `doubled` is the number of backslashes that stand for one. */
function escapedSpellings(character: string, escape: string, doubled: number): string[] {
  const code = character.codePointAt(0) ?? 0
  const letter = SCRIPT_LETTERS[character]
  return [
    unitsOf(character)
      .map((unit) => `${escape}u${hexDigits(unit, 4)}`)
      .join(''),
    ...(code < 256 ? [`${escape}x${hexDigits(code, 2)}`] : []),
    ...(letter === undefined ? [] : [escape + letter]),
    ...(character === '/' ? [`${escape}/`] : []),
    ...(character === '\\' ? [literal('\\'.repeat(doubled))] : []),
    ...(character === '"' || character === "'" ? [literal('\\'.repeat(doubled - 1)) + character] : []),
  ]
}

/** As addresses and HTML write it, and as bytes of UTF-8 and UTF-16 that were taken for characters. */
function otherSpellings(character: string): string[] {
  const code = character.codePointAt(0) ?? 0
  const bytes = [...Buffer.from(character)]
  const name = HTML_NAMES[character]
  return [
    bytes.map((byte) => `%${hexDigits(byte, 2)}`).join(''),
    `&#0{0,4}${code};`,
    `&#[xX]0{0,4}${hexDigits(code, 1)};`,
    ...(name === undefined ? [] : [`&${name};`]),
    ...(character === ' ' ? [String.raw`\+`] : []),
    ...(code < 128 ? [] : [bytes.map((byte) => literal(String.fromCharCode(byte))).join('')]),
    ...(code < 256
      ? []
      : [
          unitsOf(character)
            .map((unit) => literal(String.fromCharCode(unit & 255, unit >> 8)))
            .join(''),
        ]),
  ]
}

function unitsOf(character: string): number[] {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
}

/** In small or capital letters, at least so many. */
function hexDigits(value: number, least: number): string {
  return value
    .toString(16)
    .padStart(least, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
