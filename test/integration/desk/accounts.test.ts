import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { describeAccounts } from '../../../src/main/desk/accounts/account-handlers.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { privateCa } from '../../support/private-ca.ts'
import { openSearchPage, type SearchPage } from '../../support/search-page.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const data = demoData({ setsPerCustomer: 2 })
const once = { profile: null, environment: 'test', credentialForm: 'basic', caFileId: null, ...demoUser } as const

let service: ExchangeService
let page: SearchPage
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  page = await openSearchPage({ service })
})

const accountsOf = ({ desk, sessions }: SearchPage) => describeAccounts(desk.desk, sessions).accounts

/** The sessions that `accounts.changed` told of, in order. */
const toldSessions = (): (string | null)[] =>
  page.events.flatMap(({ name, payload }) => (name === 'accounts.changed' ? [payload.session?.sessionId ?? null] : []))

describe('signing in from the page', () => {
  it('opens a one-off session if no profile is named, and leaves keychain and profiles alone', async () => {
    const opened = await page.call('accounts.signIn', { ...once, baseUrl: `${service.url}/` })
    expect(opened).toEqual({
      sessionId: expect.any(String),
      profile: null,
      environment: 'test',
      baseUrl: service.url,
      username: demoUser.username,
    })
    expect(service.counts.token).toBe(1)
    expect(page.desk.secrets.size).toBe(0)
    expect(accountsOf(page)).toEqual([])
    expect(toldSessions()).toEqual([opened.sessionId])
  })

  it('stores a named profile, with its password only in the keychain', async () => {
    const opened = await page.call('accounts.signIn', { ...once, profile: 'Aurora', baseUrl: service.url })
    expect(opened.profile).toBe('Aurora')
    expect([...page.desk.secrets.values()]).toEqual([demoUser.password])
    expect(accountsOf(page)).toEqual([
      {
        profile: 'Aurora',
        environment: 'test',
        baseUrl: service.url,
        username: demoUser.username,
        credentialForm: 'basic',
        caFileName: null,
      },
    ])
    expect(JSON.stringify(page.events)).not.toContain(demoUser.password)
  })

  it.each([null, 'Aurora'])(
    'tries a refused password once, opens nothing and reports it at once (T31), profile %s',
    async (profile) => {
      const wrong = { ...once, profile, baseUrl: service.url, password: 'wrong' }
      const failure = await page.refused('accounts.signIn', wrong)
      expect(failure).toMatchObject({ tag: 'sign-in-refused', message: expect.stringContaining(demoUser.username) })
      expect(failure.next).toContain('account is not locked')
      expect(service.counts.token).toBe(1)
      expect(page.sessions.current()).toBeUndefined()
      expect(accountsOf(page)).toEqual([])
    },
  )

  it.each([
    'http://exchange.example.com',
    'ftp://exchange.example.com',
    'exchange example',
    'https://a:b@exchange.example.com',
  ])('refuses %s, which would expose the password or is not an address, and sends nothing', async (baseUrl) => {
    const failure = await page.refused('accounts.signIn', { ...once, baseUrl })
    expect(failure.tag).toBe('bad-usage')
    expect(failure.next).not.toMatch(/--|PARCEL_DESK/)
  })

  it('stops waiting when cancelled, opens nothing, and is ready for the next attempt', async () => {
    const gate = service.hold('token')
    const waiting = page.refused('accounts.signIn', { ...once, baseUrl: service.url })
    await expect.poll(() => gate.waiting).toBe(1)
    await page.call('accounts.cancelSignIn', {})
    expect((await waiting).tag).toBe('interrupted')
    expect(page.sessions.current()).toBeUndefined()
    gate.open()
    expect(await page.call('accounts.signIn', { ...once, baseUrl: service.url })).toMatchObject({ profile: null })
  })

  it('leaves the previous session open, because its jobs go on, and works with the new one', async () => {
    const first = await page.signIn()
    const second = await page.signIn()
    expect(page.sessions.current()?.sessionId).toBe(second)
    expect(page.sessions.find(first).connection.username).toBe(demoUser.username)
    const account = { baseUrl: service.url, username: demoUser.username, environment: 'test' } as const
    expect(page.sessions.findFor(account)?.sessionId).toBe(second)
  })

  it('refuses a certificate file that the user did not choose, because the page names no paths', async () => {
    const failure = await page.refused('accounts.signIn', { ...once, baseUrl: service.url, caFileId: '/etc/passwd' })
    expect(failure).toMatchObject({ tag: 'bad-usage', message: 'The chosen file is not known any more.' })
  })

  it('takes the certificate file that the user chose, by an id, and shows its name without its folder', async () => {
    const file = join(await tempFolder(), 'company.pem')
    await writeFile(file, 'no certificate')
    page.filesToChoose.push(file)
    const chosen = await page.call('accounts.chooseCaFile', {})
    expect(chosen).toEqual({ fileId: expect.any(String), name: 'company.pem' })
    const failure = await page.refused('accounts.signIn', {
      ...once,
      baseUrl: service.url,
      caFileId: chosen?.fileId ?? null,
    })
    expect(failure.message).toBe('The certificate file holds no certificate in PEM form.')
    expect(failure.next).not.toContain('--')
    expect(await page.call('accounts.chooseCaFile', {})).toBeNull()
  })
})

describe('a new password for a profile with a certificate authority', () => {
  /** A service that only the authority's file makes trusted, and a profile that was saved with it. */
  async function signInOverTls() {
    const authority = await privateCa(await tempFolder())
    const secure = await startExchangeService({ data, tls: authority })
    onTestFinished(secure.close)
    const own = await openSearchPage({ service: secure })
    own.filesToChoose.push(authority.caFile)
    const chosen = await own.call('accounts.chooseCaFile', {})
    const input = { ...once, profile: 'Aurora', baseUrl: secure.url }
    const { sessionId } = await own.call('accounts.signIn', { ...input, caFileId: chosen?.fileId ?? null })
    await own.call('accounts.signOut', { sessionId, forgets: false })
    return { own, input }
  }

  it('keeps the file, which the page cannot name, so that the user need not choose it again', async () => {
    const { own, input } = await signInOverTls()
    expect(await own.call('accounts.signIn', { ...input, keepsCaFile: true })).toMatchObject({ profile: 'Aurora' })
    expect(accountsOf(own)).toMatchObject([{ profile: 'Aurora', caFileName: 'ca.crt' }])
  })

  it('drops the file if it is not to be kept, and takes none of another profile', async () => {
    const { own, input } = await signInOverTls()
    for (const without of [{ keepsCaFile: false }, { keepsCaFile: true, profile: 'Baltic' }]) {
      expect(await own.refused('accounts.signIn', { ...input, ...without })).toMatchObject({ tag: 'tls-untrusted' })
    }
  })
})

describe('an unusable keychain', () => {
  it('fails a sign-in that is to be saved with its own tag; a one-off sign-in still works', async () => {
    const locked = new AppError({ tag: 'keychain-unavailable', reason: 'it is locked' })
    const secrets = { ...createMemorySecrets(), write: () => Promise.reject(locked) }
    const lockedPage = await openSearchPage({ service, ports: { secrets } })
    const input = { ...once, profile: 'Aurora', baseUrl: service.url }
    expect(await lockedPage.refused('accounts.signIn', input)).toMatchObject({
      tag: 'keychain-unavailable',
      next: expect.stringContaining('this session only'),
    })
    expect(accountsOf(lockedPage)).toEqual([])
    expect(await lockedPage.call('accounts.signIn', { ...input, profile: null })).toMatchObject({ profile: null })
  })
})

describe('using a saved profile', () => {
  it('requests a token, so that a refusal shows at once, and never tries that password again (T31)', async () => {
    await page.call('accounts.signIn', { ...once, profile: 'Aurora', baseUrl: service.url })
    await page.call('accounts.signOut', { sessionId: page.sessions.current()?.sessionId ?? '', forgets: false })
    service.faults.refuseTokens(true)
    const before = service.counts.token
    const clicks = [1, 2].map(() => page.refused('accounts.useProfile', { profile: 'Aurora' }))
    for (const failure of await Promise.all(clicks)) expect(failure.tag).toBe('sign-in-refused')
    expect(service.counts.token - before).toBe(1)
    expect(page.sessions.current()).toBeUndefined()
  })

  it('opens one session for two clicks', async () => {
    const { sessionId } = await page.call('accounts.signIn', { ...once, profile: 'Aurora', baseUrl: service.url })
    await page.call('accounts.signOut', { sessionId, forgets: false })
    const clicks = [1, 2].map(() => page.call('accounts.useProfile', { profile: 'Aurora' }))
    const [one, other] = await Promise.all(clicks)
    expect(one?.sessionId).toBe(other?.sessionId)
    expect(page.sessions.list()).toHaveLength(1)
  })

  it('lists it first from then on, as the file of the profiles does', async () => {
    for (const profile of ['Aurora', 'Baltic', 'Canal']) {
      const { sessionId } = await page.call('accounts.signIn', { ...once, profile, baseUrl: service.url })
      await page.call('accounts.signOut', { sessionId, forgets: false })
    }
    await page.call('accounts.useProfile', { profile: 'Baltic' })
    const listed = accountsOf(page).map(({ profile }) => profile)
    expect(listed).toEqual(['Baltic', 'Canal', 'Aurora'])
    expect(page.events.findLast(({ name }) => name === 'accounts.changed')?.payload).toMatchObject({
      accounts: [{ profile: 'Baltic' }, {}, {}],
    })
  })

  it('names the existing profiles if there is none of that name', async () => {
    const failure = await page.refused('accounts.useProfile', { profile: 'Baltic' })
    expect(failure).toMatchObject({ tag: 'bad-usage', message: 'There is no account “Baltic”. There is none yet.' })
    expect(failure.next).not.toContain('parcel-desk')
  })
})

describe('signing out', () => {
  it('ends the session and its searches, and keeps profile and password for the next time', async () => {
    const { sessionId } = await page.call('accounts.signIn', { ...once, profile: 'Aurora', baseUrl: service.url })
    const gate = service.hold('search')
    const searchId = await page.start(sessionId)
    const signedOut = page.call('accounts.signOut', { sessionId, forgets: false })
    expect((await page.ended(searchId)).state).toBe('cancelled')
    await signedOut
    gate.open()
    expect(await page.refused('search.start', { sessionId, selection: anything })).toMatchObject({
      tag: 'no-credentials',
      message: 'You are not signed in any more.',
    })
    expect(toldSessions().at(-1)).toBeNull()
    expect(page.runs.list()).toEqual([])
    expect(accountsOf(page)).toHaveLength(1)
    expect(page.desk.secrets.size).toBe(1)
  })

  it('removes profile and password as well, if asked to', async () => {
    const { sessionId } = await page.call('accounts.signIn', { ...once, profile: 'Aurora', baseUrl: service.url })
    await page.call('accounts.signOut', { sessionId, forgets: true })
    expect(accountsOf(page)).toEqual([])
    expect(page.desk.secrets.size).toBe(0)
  })

  it('leaves the user signed in if the keychain refuses to remove the password', async () => {
    const keychain = createMemorySecrets()
    const locked = new AppError({ tag: 'keychain-unavailable', reason: 'it is locked' })
    const secrets = { ...keychain, remove: () => Promise.reject(locked) }
    const lockedPage = await openSearchPage({ service, ports: { secrets } })
    const { sessionId } = await lockedPage.call('accounts.signIn', { ...once, profile: 'A', baseUrl: service.url })
    expect(await lockedPage.refused('accounts.signOut', { sessionId, forgets: true })).toMatchObject({
      tag: 'keychain-unavailable',
    })
    expect(lockedPage.sessions.current()?.sessionId).toBe(sessionId)
  })

  it('closes the session of a removed profile', async () => {
    await page.call('accounts.signIn', { ...once, profile: 'Aurora', baseUrl: service.url })
    await page.call('accounts.removeProfile', { profile: 'Aurora' })
    expect(page.sessions.list()).toEqual([])
    expect(await readFile(join(page.desk.dataDir, 'profiles.json'), 'utf8')).not.toContain('Aurora')
  })
})

describe('the customers', () => {
  it('come with the rows that could not be read', async () => {
    const damaged = { ...data, counterparties: [...data.counterparties, { customerId: 'x', customerName: 'Nobody' }] }
    const other = await startExchangeService({ data: damaged })
    onTestFinished(other.close)
    const { customers, problems } = await page.call('accounts.customers', {
      sessionId: await page.signIn({ baseUrl: other.url }),
    })
    expect(customers).toEqual(data.counterparties)
    expect(problems).toHaveLength(1)
  })
})

const anything = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }
