export const REDACTED = '[redacted]'

/** Shorter “secrets” are left alone: cutting three letters out of every word would spell them out instead of hiding them. */
const SHORTEST_SECRET = 4

const NAMES =
  'proxy-authorization|authorization|set-cookie|cookie|username|password|passwd|pwd|passphrase|secret|(?:access_|refresh_|id_)?token|api[-_]?key'
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`
const SECRET_NAME = new RegExp(`^(?:${NAMES})$`, 'i')

/** What gives a secret away by its form alone, whoever wrote it. No pattern may take quadratic time on hostile text. */
const PATTERNS: [RegExp, string][] = [
  // The password of an address may hold any character, so everything up to the last @ goes (amqp://user:p/w#1@host).
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?=[^\s@/"'<>]*:)[^\s"'<>]*@/gi, `$1${REDACTED}@`],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s@/?#"'<>]*@/gi, `$1${REDACTED}@`],
  [/\bbearer\s+[\w.~+/=-]{6,}/gi, `Bearer ${REDACTED}`],
  [/\bbasic\s+[a-z0-9+/]{8,}={0,2}/gi, `Basic ${REDACTED}`],
  [/\beyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*)?/g, REDACTED],
  // As a header the value goes on to the end of the line; as a parameter to the next separator.
  [new RegExp(`\\b(${NAMES})(["']?\\s*:\\s*)(?:${QUOTED}|[^\\r\\n]+)`, 'gi'), `$1$2${REDACTED}`],
  [new RegExp(`\\b(${NAMES})(\\s*=\\s*)(?:${QUOTED}|[^\\s&;,]+)`, 'gi'), `$1$2${REDACTED}`],
]

/**
 * The text without the given secrets (plain, URL-encoded, base64 or inside JSON) and without what looks like one: sign-in
 * headers, bearer tokens, JSON web tokens, credentials in addresses. For logs and for sentences that quote the service.
 * Source: measurements of what libraries print in their errors (T29).
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  const forms = [...secrets].filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf)
  // Longest first, so that a secret that contains another is taken out whole.
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  const withoutKnown = longestFirst.reduce((rest, form) => rest.replaceAll(form, REDACTED), text)
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown)
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
