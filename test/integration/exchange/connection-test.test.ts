import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { composeDesk } from '../../support/composed-desk.ts'
import { privateCa, type PrivateCa } from '../../support/private-ca.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import type { DeskEvent, Input } from '../../../src/shared/contract/contract.ts'
import type { TestStep } from '../../../src/shared/contract/connections-contract.ts'

let folder: string
let firm: PrivateCa
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-test-'))
  firm = await privateCa(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function openService(options: Parameters<typeof startExchangeService>[0] = {}): Promise<ExchangeService> {
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }), ...options })
  onTestFinished(service.close)
  return service
}

/** The steps of a test of this service, each as “id state”. */
async function stepsOf(
  service: { url: string },
  {
    caFile,
    password = demoUser.password,
    hasPassword = true,
  }: { caFile?: string; password?: string; hasPassword?: boolean } = {},
): Promise<{ states: string[]; steps: TestStep[]; seen: TestStep[][] }> {
  const { desk, close } = await createTestDesk({ service })
  onTestFinished(close)
  const { username } = demoUser
  const signedIn = desk.accounts.useOnce({
    baseUrl: service.url,
    username,
    password,
    ...(caFile === undefined ? {} : { caFile }),
  })
  const seen: TestStep[][] = []
  const steps = await desk.testService({ signedIn, hasPassword }, (shown) => void seen.push(shown))
  return { states: steps.map(({ id, state }) => `${id} ${state}`), steps, seen }
}

const foundBy = (steps: readonly TestStep[], wanted: string): string | undefined =>
  steps.find(({ id }) => id === wanted)?.found

describe('a test of the connection to the service', () => {
  it('says what each step has found, and shows each as it is done', async () => {
    const service = await openService()
    const { states, steps, seen } = await stepsOf(service)
    expect(states).toEqual(['reach passed', 'encryption passed', 'signIn passed', 'customers passed'])
    expect(foundBy(steps, 'customers')).toBe('This user sees 7 customers.')
    expect(foundBy(steps, 'encryption')).toBe('Not encrypted, because it never leaves this computer.')
    expect(seen[0]?.map(({ state }) => state)).toEqual(['running', 'waiting', 'waiting', 'waiting'])
    expect(service.counts.token).toBe(1)
  })

  it('names the certificate, and its issuer and end', async () => {
    const service = await openService({ tls: firm })
    const { steps } = await stepsOf(service, { caFile: firm.caFile })
    expect(foundBy(steps, 'encryption')).toMatch(
      /^TLS 1\.3, with a certificate for .+, issued by .+, valid until \d{4}-\d\d-\d\d\.$/,
    )
    // The authority of the test issues for ten days.
    expect(steps.find(({ id }) => id === 'encryption')).toMatchObject({
      state: 'warned',
      next: expect.stringContaining('expires soon'),
    })
  })

  it('stops at a certificate that is not trusted, and sends no password', async () => {
    const service = await openService({ tls: firm })
    const { states, steps } = await stepsOf(service)
    expect(states).toEqual(['reach passed', 'encryption failed', 'signIn skipped', 'customers skipped'])
    expect(foundBy(steps, 'encryption')).toContain(
      'issued by “Private test CA” (Parcel Desk tests), which is not known here',
    )
    expect(service.requests).toEqual([])
  })

  it('tries a refused password once', async () => {
    const service = await openService()
    const { states } = await stepsOf(service, { password: 'wrong' })
    expect(states).toEqual(['reach passed', 'encryption passed', 'signIn failed', 'customers skipped'])
    expect(service.counts.token).toBe(1)
  })

  it('looks only at the way to it while nobody has typed a password', async () => {
    const service = await openService()
    const { states } = await stepsOf(service, { password: '', hasPassword: false })
    expect(states).toEqual(['reach passed', 'encryption passed', 'signIn skipped', 'customers skipped'])
    expect(service.counts.token).toBe(0)
  })

  it('says that nothing answers', async () => {
    const { states, steps } = await stepsOf({ url: 'http://127.0.0.1:1' })
    expect(states).toEqual(['reach failed', 'encryption skipped', 'signIn skipped', 'customers skipped'])
    expect(steps[0]).toMatchObject({
      found: expect.stringContaining('cannot be reached'),
      next: expect.stringContaining('Check the address'),
    })
  })
})

describe('the page’s test of a connection', () => {
  const typed = (baseUrl: string): Input<'connections.testService'>['target'] => ({
    kind: 'typed',
    baseUrl,
    ...demoUser,
    credentialForm: 'basic',
    caFileId: null,
    caFileOfProfile: null,
  })
  const testIdsOf = (events: readonly DeskEvent[]): string[] =>
    events.flatMap((event) => (event.name === 'connections.tested' ? [event.payload.testId] : []))

  it('stores nothing, and reports its steps under its own id', async () => {
    const service = await openService()
    const { desk, call } = await composeDesk()
    const events: DeskEvent[] = []
    desk.events.listen((event) => void events.push(event))
    const { steps } = await call('connections.testService', { testId: 'mine', target: typed(service.url) })
    expect(steps.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed', 'passed'])
    expect(new Set(testIdsOf(events))).toEqual(new Set(['mine']))
    expect(await call('desk.snapshot', {})).toMatchObject({ accounts: [], session: null })
  })

  it('works for the open session and for a saved account', async () => {
    const service = await openService()
    const { call } = await composeDesk()
    const account = { profile: 'Aurora', environment: 'test', credentialForm: 'basic', caFileId: null } as const
    const { sessionId } = await call('accounts.signIn', { baseUrl: service.url, ...demoUser, ...account })
    for (const target of [
      { kind: 'session', sessionId },
      { kind: 'profile', profile: 'Aurora' },
    ] as const) {
      const { steps } = await call('connections.testService', { testId: 'again', target })
      expect(steps.every(({ state }) => state === 'passed')).toBe(true)
    }
  })

  it('asks the user outside the page before it sends a typed password to a new server', async () => {
    const service = await openService()
    const { desk } = await composeDesk({ confirm: () => Promise.resolve(false) })
    const reply = await desk.router.answer('connections.testService', { testId: 'no', target: typed(service.url) })
    expect(reply).toMatchObject({ isOk: false, failure: { tag: 'interrupted' } })
    expect(service.requests).toEqual([])
  })

  it('can be cancelled while the service keeps it waiting', async () => {
    const service = await openService()
    const gate = service.hold('token')
    const { desk, call } = await composeDesk()
    const waiting = desk.router.answer('connections.testService', { testId: 'slow', target: typed(service.url) })
    await expect.poll(() => gate.waiting).toBe(1)
    await call('connections.cancelTest', { testId: 'slow' })
    expect(await waiting).toMatchObject({ isOk: false, failure: { tag: 'interrupted' } })
    gate.open()
  })
})
