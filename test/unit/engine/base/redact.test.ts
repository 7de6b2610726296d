import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSecretName, redact } from '../../../../src/engine/base/redact.ts'

const SECRET = 'hunter2-canary'

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
    ['as it is', 'Pa$$ wörd"1', (secret: string) => secret],
    ['in an address', 'Pa$$ wörd"1', encodeURIComponent],
    ['inside JSON', 'Pa$$ wörd"1', (secret: string) => JSON.stringify({ note: secret })],
    ['in base64', 'Pa$$ wörd"1', (secret: string) => Buffer.from(secret).toString('base64')],
  ])('takes out a known secret %s', (_how, secret, write) => {
    const text = redact(`<<${write(secret)}>>`, [secret])
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(write(secret))
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
    expect(['tokens', 'profile', 'endpoint', 'status'].some(isSecretName)).toBe(false)
  })
})
