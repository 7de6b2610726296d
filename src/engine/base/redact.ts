import { LONGEST_SPELLING, removeSecrets } from './secret-forms.ts'

export const REDACTED = '[redacted]'

/** Shorter “secrets” are not removed: cutting three letters out of every word would reveal them. */
const MIN_SECRET = 4

const NAMES =
  'authorization|cookie|username|password|passwd|pwd|passphrase|passcode|secret|token|(?:api|access|account|private|shared|signing)[-_ ]?key'
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`
/** Whatever stands before: `proxyPassword`, `client_secret`. */
const SECRET_NAME = new RegExp(`(?:${NAMES})$|passw(?:or)?d|secret|private[-_ ]?key`, 'i')

/** Every text that may contain an address. */
const ADDRESSES = /[^\s"'<>]+/g
/** The end of a user in an address; also as another address, HTML or a script has it. */
const AT = /@|%40|&#0{0,4}(?:64|x40);|\\{1,4}u0040/gi
/** Scheme and user of an address up to the @; after a colon in the user all the rest is password. */
const CREDENTIALS = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:(?=[^@/]*:)[^]+|[^@/?#]*@)/gi
/** The same where colon and slashes are written in another way. */
const ENCODED_CREDENTIALS =
  /\b([a-z][a-z0-9+.-]{0,20}(?::|%3a|&#0{0,4}(?:58|x3a);|\\{1,4}u003a)(?:\\{1,4}\/|%2f|&#0{0,4}(?:47|x2f);|\\{1,4}u002f){2})[^]+$/gi
/** Longer than any stack or sentence; what a service sends may be endless. */
const MAX_TEXT = 10_000
/** How long a secret that is recognised only by its form may be, such as a password in an address, at a cut-off end. */
const MAX_FORM = 1_000

/** A quotation mark and a separator, also where the text is inside JSON, HTML or an address. */
const QUOTE = String.raw`(?:\\{0,4}["']|&quot;|&apos;|&#(?:34|39|x22|x27);|%2[27])?`
const COLON = String.raw`\s*(?::|%3a|&#(?:58|x3a);)\s*`
const EQUALS = String.raw`\s*(?:=|%3d|&#(?:61|x3d);)\s*`

/**
 * What looks like a secret by its form. No pattern takes quadratic time on hostile text: none starts again within text that it
 * has just read without a match.
 */
const PATTERNS: [RegExp, string][] = [
  // To its end, or that of the text.
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g, REDACTED],
  [/\bbearer(?:\s+|%20|\+)[\w.~+/=-]{6,}/gi, `Bearer ${REDACTED}`],
  [/\bbasic(?:\s+|%20|\+)(?:[a-z0-9+/]|%2[bf]){8,}(?:=|%3d){0,2}/gi, `Basic ${REDACTED}`],
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){0,2}/g, REDACTED],
  // The value of a header ends with the line; that of a parameter with the next separator.
  [new RegExp(`(${NAMES})(${QUOTE}${COLON})(?:${QUOTED}|[^\\r\\n]+)`, 'gi'), `$1$2${REDACTED}`],
  [new RegExp(`(${NAMES})(${QUOTE}${EQUALS})(?:${QUOTED}|[^\\s&;,]+)`, 'gi'), `$1$2${REDACTED}`],
]

/**
 * The text without the given secrets, however they are written (`secret-forms.ts`), and without what looks like one: sign-in
 * headers, bearer tokens, JSON web tokens, credentials in addresses. It reads and returns at most `longest` characters, so
 * that a long text takes no longer. For logs and for sentences that quote the service. Source: measurements of what
 * libraries print in their errors (T29).
 */
export function redact(text: string, secrets: Iterable<string> = [], longest = MAX_TEXT): string {
  const known = [...secrets].filter((secret) => secret.length >= MIN_SECRET)
  const longestSecret = known.reduce((most, secret) => Math.max(most, secret.length), 0)
  const unsure = Math.max(MAX_FORM, LONGEST_SPELLING * longestSecret)
  const read = text.slice(0, longest + unsure)
  const withoutKnown = removeSecrets(read, known, REDACTED)
  const withoutUsers = withoutKnown.replace(ADDRESSES, withoutCredentials)
  const clean = PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutUsers)
  if (read.length === text.length && clean.length <= longest) return clean
  // Half a secret at the end of what was read would not be recognised.
  const sure = read.length === text.length ? clean : clean.slice(0, Math.max(0, clean.length - unsure))
  const shown = sure.slice(0, longest)
  return `${shown}… [${text.length - shown.length} more]`
}

/**
 * An address without its user and password. A password may hold any character, so everything up to the last @ goes
 * (amqp://user:p/w#1@host).
 */
function withoutCredentials(address: string): string {
  const plain = hideUpTo(address, address.lastIndexOf('@') + 1, CREDENTIALS)
  let end = 0
  for (const { index, 0: at } of plain.matchAll(AT)) end = index + at.length
  return hideUpTo(plain, end, ENCODED_CREDENTIALS)
}

function hideUpTo(address: string, end: number, credentials: RegExp): string {
  return end === 0 ? address : address.slice(0, end).replace(credentials, `$1${REDACTED}@`) + address.slice(end)
}

/** Whether a field of this name holds a secret, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}
