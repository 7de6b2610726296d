import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetwork } from '../../src/adapters/network/network.ts'
import { readScriptAnswer } from '../../src/adapters/network/ways.ts'
import { createHttp } from '../../src/adapters/node-http.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { type ConnectProxy, openConnectProxy } from '../support/connect-proxy.ts'
import { privateCa } from '../support/private-ca.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './desk-test.ts'

test.use({ isSignedIn: false })

/** Resolves nowhere: what reaches it went through the proxy. */
const HOST = 'exchange.parcel-desk.invalid'
const LOGIN = { username: 'ops', password: 'CANARY-proxy' }
let folder: string
let extraCa: string
let remote: ExchangeService
let proxy: ConnectProxy

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-proxy-e2e-'))
  const tls = await privateCa(folder, { names: `DNS:${HOST}` })
  extraCa = await readFile(tls.caFile, 'utf8')
  remote = await startExchangeService({ tls })
  const targetPort = (): number => Number(new URL(remote.url).port)
  proxy = await openConnectProxy({ login: `${LOGIN.username}:${LOGIN.password}`, targetPort })
})
test.afterAll(async () => {
  await proxy.close()
  await remote.close()
  await rm(folder, { recursive: true, force: true })
})

const network = createNetwork({ findWays: () => Promise.resolve(readScriptAnswer(`PROXY ${proxy.place}`, 'here')) })
test.use({ ports: { network, http: (options) => createHttp({ ...options, extraCa }, network) } })

test.describe('a proxy that asks for a password', () => {
  test('is signed in at where it asks, a wrong password is said, and the desk then works through it', async ({
    page,
  }) => {
    await signInByForm(page, { address: `https://${HOST}`, ...demoUser, name: null, environment: 'Test' })

    const dialog = page.getByRole('dialog', { name: 'Sign in at the proxy' })
    const [user, password] = ['User name', 'Password'].map((name) => dialog.getByRole('textbox', { name }))
    const enter = async (text: string): Promise<void> => {
      await expect(user ?? dialog).toBeFocused()
      await user?.fill(LOGIN.username)
      await password?.fill(text)
      await password?.press('Enter')
      await expect(dialog).toBeHidden()
    }
    await expect(dialog).toContainText(proxy.place)
    expect(await axeFindings(page, 'sign-in at the proxy')).toEqual([])
    await enter('wrong')
    const again = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(page.getByText(`The proxy ${proxy.place} asks for a user name and a password.`)).toBeVisible()
    await again.click()
    await expect(dialog.getByText('The proxy refused the user name or password')).toBeVisible()
    await enter(LOGIN.password)
    await again.click()
    await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
    expect(proxy.logins.filter((login) => login.endsWith(':wrong'))).toHaveLength(1)
    expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:443`]))
  })
})
