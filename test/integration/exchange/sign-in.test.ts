import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
import { demoUser } from '../../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openClient, openExchange, openScripted } from '../../support/open-service.ts'
import { type Reply, startScriptedService } from '../../support/scripted-service.ts'

const wrong = { password: () => Promise.resolve('wrong') }

describe('sign-in', () => {
  it('uses the Basic form unless the connection is set to headers (T30)', async () => {
    const { service, client } = await openExchange()
    await client.signIn()
    const headers = openClient(service, { connection: { credentialForm: 'headers' } })
    await headers.client.signIn()
    expect(service.requests.map(({ credentials }) => credentials)).toEqual(['basic', 'headers'])
    expect(service.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  it('refuses a colon in the user name in the Basic form, sending nothing, and accepts it in headers (T30)', async () => {
    const user = { username: 'desk:ops', password: 'secret' }
    const connection = { username: user.username }
    const password = () => Promise.resolve(user.password)
    const { service, client } = await openExchange({ users: [user] }, { connection, password })
    expect(await failureThrown(client.signIn())).toMatchObject({
      tag: 'bad-usage',
      next: { terminal: expect.stringContaining('--credential-form headers') },
    })
    expect(service.counts.token).toBe(0)
    const headers = openClient(service, { connection: { ...connection, credentialForm: 'headers' }, password })
    await expect(headers.client.signIn()).resolves.toBeUndefined()
  })

  it('refuses text that raw headers cannot carry, without repeating it, and accepts it in the Basic form (T30)', async () => {
    const users = ['密码-CANARY', 'line\r\nX-Injected: CANARY'].map((password) => ({ ...demoUser, password }))
    for (const user of users) {
      const password = () => Promise.resolve(user.password)
      const { service, client } = await openExchange(
        { users: [user] },
        { connection: { credentialForm: 'headers' }, password },
      )
      const failure = await failureThrown(client.signIn())
      expect(failure).toMatchObject({
        tag: 'bad-usage',
        next: { terminal: expect.stringContaining('--credential-form basic') },
      })
      expect([JSON.stringify(failure).includes('CANARY'), service.counts.token]).toEqual([false, 0])
      await expect(openClient(service, { password }).client.signIn()).resolves.toBeUndefined()
    }
  })

  it('sends Latin-1 text in raw headers unchanged (T30)', async () => {
    const user = { username: 'grüezi', password: 'naïve' }
    const connection = { username: user.username, credentialForm: 'headers' } as const
    const { client } = await openExchange(
      { users: [user] },
      { connection, password: () => Promise.resolve(user.password) },
    )
    await expect(client.signIn()).resolves.toBeUndefined()
  })

  it('forbids caching on the way, because secrets are in the headers of a GET (T29)', async () => {
    const { service, client } = await openScripted({ token: () => ({ body: { token: 'good' } }) })
    await client.signIn()
    expect(service.asked.token[0]?.headers['cache-control']).toBe('no-store')
  })

  it('is retried while the service is busy, and only then', async () => {
    const { service, client } = await openExchange({ faults: { rules: [{ match: 'token', kind: '503', times: 2 }] } })
    await client.signIn()
    expect(service.counts.token).toBe(3)
  })

  it('is tried again next time if the password could not be read, because nothing was sent', async () => {
    let reads = 0
    const password = (): Promise<string> => {
      reads += 1
      if (reads > 1) return Promise.resolve(demoUser.password)
      return Promise.reject(new AppError({ tag: 'keychain-unavailable', reason: 'it is locked' }))
    }
    const { client } = await openExchange({}, { password })
    expect(await failureThrown(client.signIn())).toMatchObject({ tag: 'keychain-unavailable' })
    await expect(client.signIn()).resolves.toBeUndefined()
  })
})

describe('a refused password', () => {
  it('is sent exactly once, however many callers and calls there are: more would lock the account (T31)', async () => {
    const { service, client, refusals, waitsMs } = await openExchange({ lockAfterRefusals: 2 }, wrong)
    const callers = Array.from({ length: 16 }, () => failureThrown(client.counterparties()))
    const expected = {
      tag: 'sign-in-refused',
      username: demoUser.username,
      origin: service.url,
      status: 401,
      said: 'Invalid username or password',
    }
    expect(await Promise.all(callers)).toEqual(callers.map(() => expected))
    expect(await failureThrown(client.signIn())).toEqual(expected)
    expect([service.counts.token, service.counts.counterparties, refusals(), waitsMs.length]).toEqual([1, 0, 1, 0])
    await expect(openClient(service, {}).client.signIn()).resolves.toBeUndefined()
  })

  it.each([
    ['HTTP 400, as OAuth services say it', { status: 400, body: { error: 'invalid_grant' } }],
    ['HTTP 403', { status: 403, body: { errorMessage: 'Account disabled' } }],
    ['HTTP 423', { status: 423, body: 'Locked' }],
    ['an envelope in HTTP 200', { body: { code: 401, errorMessage: 'Bad credentials' } }],
    ['an envelope with its code as text', { body: { code: '403', message: 'No' } }],
  ])('is recognised in %s, and is not sent again (T31)', async (_form, reply: Reply) => {
    const { service, client } = await openScripted({ token: () => reply })
    for (let call = 0; call < 3; call += 1) {
      expect(await failureThrown(client.counterparties())).toMatchObject({ tag: 'sign-in-refused' })
    }
    expect(service.asked.token).toHaveLength(1)
  })

  it('during a renewal ends the work of every caller with that failure (T31)', async () => {
    const { service, client, refusals } = await openExchange()
    await client.signIn()
    service.faults.refuseTokens(true)
    const callers = await Promise.all(Array.from({ length: 8 }, () => failureThrown(client.counterparties())))
    expect(callers.map(({ tag }) => tag)).toEqual(Array(8).fill('sign-in-refused'))
    expect([service.counts.token, refusals()]).toEqual([2, 1])
  })
})

describe('what is said of a refused sign-in', () => {
  const said = async (reply: Reply, path = '') => {
    const service = await startScriptedService({ token: () => reply })
    onTestFinished(service.close)
    const { client } = openClient({ url: `${service.url}${path}` })
    return { url: service.url, ...describeFailure(await failureThrown(client.signIn()), 'desk') }
  }

  it('blames user name and password where the service does', async () => {
    const { url, message, next } = await said({ status: 401, body: '' })
    expect(message).toBe(`${url} refused the user name or password of ${demoUser.username}.`)
    expect(next).toContain('Check user name and password.')
  })

  it('blames the address as well where it has a path, which it names', async () => {
    const { url, message, next } = await said({ status: 401, body: { status: 'UNAUTHORIZED' } }, '/api')
    const refused = `the user name or password of ${demoUser.username}, or it is not the address of the service`
    expect(message).toBe(`${url}/api refused ${refused}. It said: “UNAUTHORIZED”.`)
    expect(next).toContain('Check user name, password and the address with its path “/api”.')
  })

  it.each([400, 403])('does not blame them for a %i, which a firewall may have answered', async (status) => {
    const { url, message, next } = await said({ status, body: '<title>Blocked by category</title>' })
    expect(message).toBe(
      `${url} refused the sign-in of ${demoUser.username} with ${status}. It said: “Blocked by category”.`,
    )
    expect(next).toContain('a firewall or proxy')
  })

  it.each([
    [407, 'A proxy on the way asks for a sign-in'],
    [409, 'It was being changed'],
    [416, 'ask the service'],
    [511, 'The network asks for a sign-in'],
    [404, 'Check the address'],
  ])('advises for a %i what fits', async (status, advice) => {
    const { next } = await said({ status, body: '' })
    expect(next).toContain(advice)
    expect(next).not.toContain('filters')
  })

  it('quotes an answer without a token', async () => {
    const { message } = await said({ body: { code: 1001, status: 'ERROR', message: 'This user is not onboarded' } })
    expect(message).toBe('The service refused the sign-in with 1001. It said: “This user is not onboarded”.')
  })
})

describe('an answer to the sign-in without a token', () => {
  it.each([
    ['a web page', { body: '<html><body>CANARY</body></html>' }, 'it is a web page, not JSON'],
    ['nothing', { body: '' }, 'it is empty'],
    ['plain text', { body: 'CANARY-token-as-text' }, 'it is not valid JSON'],
    ['JSON without a token', { body: { access_token: 'CANARY' } }, 'it has no token'],
    ['an empty token', { body: { token: '  ' } }, 'it has no token'],
    ['a token of the wrong type', { body: { token: 5 } }, 'it has no token'],
    [
      'a token that breaks headers',
      { body: { token: 'CANARY\r\nX: y' } },
      'its token has characters that cannot be sent',
    ],
    ['a token in another script', { body: { token: 'CANARY€' } }, 'its token has characters that cannot be sent'],
    [
      'a token that no header can hold',
      { body: { token: 'CANARY'.repeat(3_000) } },
      'its token is too long to be sent',
    ],
    ['another success', { status: 204, body: '' }, 'the HTTP status is 204'],
  ])('such as %s is a failure that does not quote it (T29)', async (_what, reply: Reply, reason) => {
    const { service, client } = await openScripted({ token: () => reply })
    const failure = await failureThrown(client.signIn())
    expect(failure).toEqual({ tag: 'unreadable-answer', endpoint: 'the sign-in', reason })
    expect(service.asked.token).toHaveLength(1)
  })

  it('such as a redirect is not followed, so that the password goes nowhere else (T29)', async () => {
    const other = await openScripted({ token: () => ({ body: { token: 'stolen' } }) })
    const targets: [string, string][] = [
      [`${other.service.url}/v3/common/oauth2/token?key=CANARY`, `${other.service.url}/v3/common/oauth2/token`],
      [`${other.service.url}/`, other.service.url],
      ['/v3/common/counterparties/#CANARY', 'another path of its own, /v3/common/counterparties/'],
    ]
    for (const [location, to] of targets) {
      for (const credentialForm of ['basic', 'headers'] as const) {
        const reply = { status: 307, headers: { location }, body: '' }
        const { service, client } = await openScripted({ token: () => reply }, { connection: { credentialForm } })
        expect(await failureThrown(client.signIn())).toEqual({ tag: 'redirected', endpoint: 'the sign-in', to })
        expect(service.asked.counterparties).toEqual([])
      }
    }
    expect(other.service.asked.token).toEqual([])
  })
})

describe('a sign-in that callers no longer wait for', () => {
  it('continues while one of them waits', async () => {
    const { service, client } = await openExchange()
    const gate = service.hold('token')
    const controller = new AbortController()
    const given = failureThrown(client.signIn(controller.signal))
    const kept = client.signIn()
    await expect.poll(() => gate.waiting).toBe(1)
    controller.abort()
    expect(await given).toEqual({ tag: 'interrupted' })
    gate.open()
    await expect(kept).resolves.toBeUndefined()
    expect(service.counts.token).toBe(1)
  })

  it('is aborted with the last of them, and a later call signs in again', async () => {
    const { service, client } = await openExchange()
    const gate = service.hold('token')
    const controller = new AbortController()
    const given = [1, 2].map(() => failureThrown(client.signIn(controller.signal)))
    await expect.poll(() => gate.waiting).toBe(1)
    controller.abort()
    expect(await Promise.all(given)).toEqual([{ tag: 'interrupted' }, { tag: 'interrupted' }])
    await expect.poll(() => service.requests[0]?.wasCutOff).toBe(true)
    gate.open()
    await expect(client.signIn()).resolves.toBeUndefined()
    expect(service.counts.token).toBe(2)
  })

  it('is not started for a caller that has already given up', async () => {
    const { service, client } = await openExchange()
    expect(await failureThrown(client.signIn(AbortSignal.abort()))).toEqual({ tag: 'interrupted' })
    expect(service.counts.token).toBe(0)
  })
})
