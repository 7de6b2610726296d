import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSecretName, redact } from '../../../../src/engine/base/redact.ts'

const SECRET = 'hunter2-canary'

const KNOWN = [SECRET, 'Pa$$ wörd"1', String.raw`Marked/+ "1\" ß%&='<>`, '日本-Schlüssel', 'x'.repeat(300)]

const hexBytes = (secret: string): string[] =>
  [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'))
const perUnit = (write: (code: number) => string) => (secret: string) =>
  Array.from({ length: secret.length }, (_, at) => write(secret.charCodeAt(at))).join('')

/** How services, proxies, libraries and log collectors write a text. */
const ENCODINGS: Record<string, (secret: string) => string> = {
  'plain text': (secret) => secret,
  'an address': encodeURIComponent,
  'a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON within JSON': (secret) => JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 for addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'hexadecimal digits': (secret) => hexBytes(secret).join(''),
  'UTF-16': (secret) => Buffer.from(secret, 'utf16le').toString('latin1').slice(0, -1),
  'bytes taken for characters': (secret) => Buffer.from(secret).toString('latin1'),
}
/** Only of what is not as long as a token. */
const SPELLED: typeof ENCODINGS = {
  'a printed buffer': (secret) => hexBytes(secret).join(' ').toUpperCase(),
  'base64 of UTF-16': (secret) => Buffer.from(secret, 'utf16le').toString('base64'),
  'escapes of a script': perUnit((code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'every byte of an address': (secret) => `%${hexBytes(secret).join('%')}`,
  'HTML entities': (secret) => Array.from(secret, (letter) => `&#${letter.codePointAt(0)};`).join(''),
  'named HTML entities': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
}

describe('redact', () => {
  it.each([
    ['a sign-in header', `Authorization: Basic ${Buffer.from(`ops:${SECRET}`).toString('base64')}`],
    ['a bearer token', `sent Bearer ${SECRET} to it`],
    ['a bearer token as undici prints a bad header', `"Bearer ${SECRET}\\nX" is an invalid header value`],
    ['the other form of sign-in', `Username: ${SECRET}\r\nPassword: ${SECRET} with spaces ${SECRET}\r\nHost: a`],
    ['headers as JSON', `{"Username":"${SECRET}","password":"${SECRET}","x":1}`],
    ['a token as JSON', `{ "token" : "${SECRET}", bad`],
    ['a token in an address', `GET /sets?token=${SECRET}&limit=100`],
    ['credentials in an address', `https://ops:${SECRET}@exchange.example/v3`],
    ['credentials of a broker', `amqps://ops:${SECRET}@broker.example:5671/vhost`],
    ['a password with signs that an address ends at', `amqp://ops:p/w#?${SECRET}@broker.example`],
    ['a user name alone in an address', `https://${SECRET}@exchange.example`],
    ['a cookie', `set-cookie: session=${SECRET}; HttpOnly`],
    ['a JSON web token', `got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${SECRET} back`],
  ])('takes out %s, known or not', (_what, text) => {
    expect(redact(text)).not.toContain(SECRET)
    expect(redact(text)).toContain('[redacted]')
  })

  it.each([
    ['as another address has them', 'amqps%3A%2F%2Fops%3Ahunter2-canary%40broker.example%3A5671'],
    ['as JSON may have them', String.raw`amqps:\/\/ops:hunter2-canary@broker.example`],
    ['as HTML has them', 'amqps&#58;&#47;&#47;ops&#58;hunter2-canary&#64;broker.example'],
    ['as a script has them', String.raw`amqps\u003a\u002f\u002fops\u003ahunter2-canary\u0040broker.example`],
  ])('takes credentials out of an address written %s', (_how, text) => {
    expect(redact(`said ${text} and went`)).not.toContain(SECRET)
    expect(redact(`said ${text} and went`)).toContain('and went')
  })

  it.each([
    ['JSON inside JSON', String.raw`{\"password\":\"hunter2-canary\"}`],
    ['HTML', 'password&quot;: &quot;hunter2-canary'],
    ['an address', 'x?password%3Dhunter2-canary&y'],
  ])('takes a named secret out of %s', (_where, text) => {
    expect(redact(text)).not.toContain(SECRET)
  })

  it.each(Object.entries(ENCODINGS))('takes out a known secret in %s', (_how, write) => {
    for (const secret of KNOWN) {
      const text = redact(`<<${write(secret)}>>`, [secret])
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(write(secret))
    }
  })

  it.each(Object.entries(SPELLED))('takes out a known secret spelled as %s', (_how, write) => {
    for (const secret of KNOWN.filter(({ length }) => length < 200)) {
      const text = redact(`<<${write(secret)}>>`, [secret])
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(write(secret))
    }
  })

  it('takes a known secret out of a longer text in base64, wherever it stands there', () => {
    for (const before of ['', 'o', 'op', 'ops:']) {
      const encoded = Buffer.from(`${before}${SECRET}:and more`).toString('base64')
      const text = redact(encoded, [SECRET])
      expect(Buffer.from(text.replace('[redacted]', ''), 'base64').toString('latin1')).not.toMatch(/hunter|canary/)
      expect(text).toContain('[redacted]')
    }
  })

  it('removes a secret whole when another one is a part of it', () => {
    expect(redact('abcdefgh', ['cdef', 'abcdefgh'])).toBe('[redacted]')
  })

  it.each([
    'The service answered 503 to the search.',
    'https://exchange.example:8443/v3/common/sets/search',
    'ops@aurora.example signed in',
    'C:\\Users\\ops\\Documents: token ring, basic set',
    'credentialForm basic, headers',
  ])('leaves alone what is no secret: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('keeps very short “secrets”, because cutting them out of every word would reveal them', () => {
    expect(redact('a set of papers', ['set'])).toBe('a set of papers')
  })

  it('never lets a known secret through, wherever it stands', () => {
    const secrets = fc.string({ minLength: 4, maxLength: 20 }).filter((secret) => !'[redacted]'.includes(secret))
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        // The marker and the words around it may form the secret by chance; that is not a leak.
        fc.pre(!`${before}[redacted]${after}`.includes(secret))
        expect(redact(`${before}${secret}${after}`, [secret])).not.toContain(secret)
      }),
    )
  })

  it.each([
    ['proxyPassword: hunter2', 'proxyPassword: [redacted]'],
    ['"client_secret" : "hunter2", "a": 1', '"client_secret" : [redacted], "a": 1'],
    ['BROKER_PASSWORD=hunter2 next', 'BROKER_PASSWORD=[redacted] next'],
    ['privateKey=hunter2&a=1', 'privateKey=[redacted]&a=1'],
  ])('removes what a name says that only ends like one: %s', (text, clean) => {
    expect(redact(text)).toBe(clean)
  })

  it.each(['PRIVATE KEY', 'RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    'removes a block of PEM with a private key, cut off or not: %s',
    (kind) => {
      const block = `-----BEGIN ${kind}-----\nMIIEvQIBADANBg\n-----END ${kind}-----`
      expect(redact(`before ${block} after`)).toBe('before [redacted] after')
      expect(redact(JSON.stringify({ key: block }))).toBe('{"key":"[redacted]"}')
      expect(redact(`before ${block.slice(0, -30)}`)).toBe('before [redacted]')
      const certificate = '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----'
      expect(redact(certificate)).toBe(certificate)
    },
  )

  it('reads and returns no more of an endless text than requested, and says how much it leaves out', () => {
    expect(redact('x'.repeat(1_000_000), [], 100)).toBe(`${'x'.repeat(100)}… [999900 more]`)
  })

  it('never shows the first half of a secret where it stops reading', () => {
    const secret = 'hunter2-canary'.repeat(300)
    for (let at = 0; at < 120; at += 1) {
      const text = redact(`${secret.repeat(at % 3)}${'x'.repeat(at)}${secret.repeat(4)}`, [secret], 100)
      expect(text).not.toContain('hunter2')
    }
    expect(redact(`${'x'.repeat(95)} https://ops:${SECRET.repeat(20)}@host`, [], 100)).not.toContain('hunter2')
  })
})

describe('isSecretName', () => {
  it('is true for the names of secrets in any case, and for nothing else', () => {
    expect(['Authorization', 'PASSWORD', 'token', 'access_token', 'apiKey', 'Username'].every(isSecretName)).toBe(true)
    const compound = [
      'proxyPassword',
      'brokerPassword',
      'client_secret',
      'privateKey',
      'PARCEL_DESK_PASSWORD',
      'ssh-private-key',
    ]
    expect([...compound, 'passwordOfBroker', 'secret2', 'idToken', 'session-cookie'].every(isSecretName)).toBe(true)
    expect(['keyFile', 'credentialForm', 'setKey', 'tokenLifetimeMs', 'passing'].some(isSecretName)).toBe(false)
    expect(['tokens', 'profile', 'endpoint', 'status'].some(isSecretName)).toBe(false)
  })
})
