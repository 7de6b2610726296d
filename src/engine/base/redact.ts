export const REDACTED = '[redacted]'

/** Shorter “secrets” are not removed: cutting three letters out of every word would reveal them. */
const MIN_SECRET = 4

const NAMES =
  'proxy-authorization|authorization|set-cookie|cookie|username|password|passwd|pwd|passphrase|secret|(?:access_|refresh_|id_)?token|api[-_]?key'
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`
const SECRET_NAME = new RegExp(`^(?:${NAMES})$`, 'i')

/** Every text that may contain an address. */
const ADDRESSES = /[^\s"'<>]+/g
/** Scheme and user of an address up to the @; after a colon in the user all the rest is password. */
const CREDENTIALS = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:(?=[^@/]*:)[^]+|[^@/?#]*@)/gi
/** Longer than any stack or sentence; what a service sends may be endless. */
const MAX_TEXT = 10_000
/** How long a secret that is recognised only by its form may be, such as a password in an address, at a cut-off end. */
const MAX_FORM = 1_000

/**
 * What looks like a secret by its form. No pattern takes quadratic time on hostile text: none starts again within text that it
 * has just read without a match.
 */
const PATTERNS: [RegExp, string][] = [
  [/\bbearer\s+[\w.~+/=-]{6,}/gi, `Bearer ${REDACTED}`],
  [/\bbasic\s+[a-z0-9+/]{8,}={0,2}/gi, `Basic ${REDACTED}`],
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){0,2}/g, REDACTED],
  // The value of a header ends with the line; that of a parameter with the next separator.
  [new RegExp(`\\b(${NAMES})(["']?\\s*:\\s*)(?:${QUOTED}|[^\\r\\n]+)`, 'gi'), `$1$2${REDACTED}`],
  [new RegExp(`\\b(${NAMES})(\\s*=\\s*)(?:${QUOTED}|[^\\s&;,]+)`, 'gi'), `$1$2${REDACTED}`],
]

/**
 * The text without the given secrets (plain, URL-encoded, base64 or inside JSON) and without what looks like one: sign-in
 * headers, bearer tokens, JSON web tokens, credentials in addresses. It reads and returns at most `longest` characters, so
 * that a long text takes no longer. For logs and for sentences that quote the service. Source: measurements of what
 * libraries print in their errors (T29).
 */
export function redact(text: string, secrets: Iterable<string> = [], longest = MAX_TEXT): string {
  const forms = [...secrets].filter((secret) => secret.length >= MIN_SECRET).flatMap(formsOf)
  // Longest first, so that a secret that contains another is removed whole.
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  const unsure = Math.max(MAX_FORM, longestFirst[0]?.length ?? 0)
  const read = text.slice(0, longest + unsure)
  const withoutKnown = longestFirst.reduce((rest, form) => rest.replaceAll(form, REDACTED), read)
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
  const end = address.lastIndexOf('@')
  if (end === -1) return address
  const hidden = address.slice(0, end + 1).replace(CREDENTIALS, `$1${REDACTED}@`)
  return hidden + address.slice(end + 1)
}

/** Whether a field of this name holds a secret, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]
}
