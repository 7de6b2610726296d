import { describe, expect, it } from 'vitest'
import { parseBaseUrl } from '../../../../src/engine/accounts/base-url.ts'
import { describeFailure } from '../../../../src/shared/errors/failure-texts.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'

const SECRET = 'hunter2-canary'

function refusal(text: string): string {
  try {
    parseBaseUrl(text)
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (failure?.tag !== 'bad-usage') return String(thrown)
    const { message, next } = describeFailure(failure)
    return `${message} ${next}`
  }
  return 'accepted'
}

describe('parseBaseUrl', () => {
  it.each([
    ['https://exchange.example', 'https://exchange.example'],
    ['https://exchange.example/', 'https://exchange.example'],
    ['  https://Exchange.Example/desk//  ', 'https://exchange.example/desk'],
    ['https://exchange.example:8443/a/b', 'https://exchange.example:8443/a/b'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.9.8.7', 'http://127.9.8.7'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    // As people write it: it means https, also where a port looks like the end of a scheme.
    ['exchange.example', 'https://exchange.example'],
    [' exchange.example/desk/ ', 'https://exchange.example/desk'],
    ['exchange.example:8443', 'https://exchange.example:8443'],
    ['localhost:8080', 'https://localhost:8080'],
    // As the documentation of the service shows it, with the path of its interface.
    ['https://exchange.example/v3/common', 'https://exchange.example'],
    ['https://exchange.example/v3/common/', 'https://exchange.example'],
    ['exchange.example/v3/common/oauth2/token', 'https://exchange.example'],
    ['https://exchange.example/uat/V3/Common/sets/search', 'https://exchange.example/uat'],
    ['https://exchange.example/v3/commons', 'https://exchange.example/v3/commons'],
    ['https://exchange.example/v3', 'https://exchange.example/v3'],
  ])('accepts %s', (text, kept) => {
    expect(parseBaseUrl(text)).toBe(kept)
  })

  it.each([
    ['', /address of the service cannot be read.*https:\/\//],
    ['exchange example', /cannot be read/],
    ['ftp://exchange.example', /is not a web address/],
    ['file:///etc/passwd', /is not a web address/],
    ['http://exchange.example', /exchange\.example.*https:\/\//],
    ['http://128.0.0.1', /https:\/\//],
    ['http://localhost.example', /https:\/\//],
    ['http://[::2]/', /https:\/\//],
    ['http://127.0.0.1.example', /https:\/\//],
    [`https://ops:${SECRET}@exchange.example`, /user name or password/],
    [`https://${SECRET}@exchange.example`, /user name or password/],
    [`ftp://ops:${SECRET}@exchange.example`, /user name or password/],
    [`https://ops:${SECRET}@exchange example`, /cannot be read/],
    [`ops:${SECRET}@exchange.example`, /user name or password/],
    [`https://exchange.example?password=${SECRET}`, /after its path/],
    ['https://exchange.example/?', /after its path/],
    [`https://exchange.example/#${SECRET}`, /after its path/],
  ])('refuses %s with the reason and without a password in it', (text, reason) => {
    expect(refusal(text)).toMatch(reason)
    expect(refusal(text)).not.toContain(SECRET)
  })
})
