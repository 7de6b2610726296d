import { describe, expect, it } from 'vitest'
import { createProxyPasswords } from '../../../src/engine/accounts/proxy-passwords.ts'
import { composeDesk } from '../../support/composed-desk.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'

const PROXY = 'proxy.example:8080'
const LOGIN = { username: 'ops', password: 'CANARY' }

describe('signing in at a proxy', () => {
  it('is taken only for a proxy that asks, and the page is told when it no longer does', async () => {
    const secrets = createMemorySecrets()
    const desk = await composeDesk({ secrets })
    const { proxies } = desk.desk.engine.accounts
    const told: unknown[] = []
    desk.desk.events.listen(({ name, payload }) => void (name === 'proxies.changed' && told.push(payload)))
    const signIn = { proxy: PROXY, ...LOGIN, keeps: true }
    await expect(desk.call('proxies.signIn', signIn)).rejects.toThrow('bad-usage')
    expect(secrets.secrets).toEqual(new Map())
    proxies.isWanted(PROXY, false)
    expect((await desk.call('desk.snapshot', {})).proxies).toEqual([{ proxy: PROXY, hasRefused: false }])
    expect(await desk.call('proxies.signIn', signIn)).toEqual({ isKept: true })
    expect(await proxies.find(PROXY, undefined)).toEqual(LOGIN)
    expect((await desk.call('desk.snapshot', {})).proxies).toEqual([])
    expect(told).toEqual([{ proxies: [{ proxy: PROXY, hasRefused: false }] }, { proxies: [] }])
    expect(desk.logLines.join('\n')).not.toContain(LOGIN.password)
  })
})

describe('the passwords of proxies', () => {
  it('kept for this session only remove an older one from the keychain', async () => {
    const secrets = createMemorySecrets()
    const proxies = createProxyPasswords({ secrets, onSecret: () => undefined })
    await proxies.remember(PROXY, LOGIN, true)
    await proxies.remember(PROXY, { ...LOGIN, password: 'newer' }, false)
    expect(secrets.secrets).toEqual(new Map())
    expect(await proxies.find(PROXY, undefined)).toMatchObject({ password: 'newer' })
  })

  it('with a colon in them come back whole', async () => {
    const secrets = createMemorySecrets()
    await createProxyPasswords({ secrets, onSecret: () => undefined }).remember(
      PROXY,
      { ...LOGIN, password: 'a:b:' },
      true,
    )
    const next = createProxyPasswords({ secrets, onSecret: () => undefined })
    expect(await next.find(PROXY, undefined)).toEqual({ username: 'ops', password: 'a:b:' })
  })
})
