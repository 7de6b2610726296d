import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetwork } from '../../src/adapters/network/network.ts'
import { createHttp } from '../../src/adapters/node-http.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { privateCa } from '../support/private-ca.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './desk-test.ts'

let folder: string
let remote: ExchangeService
let ca: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-certificates-e2e-'))
  const tls = await privateCa(folder)
  ca = await readFile(tls.caFile, 'utf8')
  remote = await startExchangeService({ tls })
})
test.afterAll(async () => {
  await remote.close()
  await rm(folder, { recursive: true, force: true })
})

/** In place of the system, which names its authorities when the test lets it. */
const { promise, resolve } = Promise.withResolvers<readonly string[]>()
const listeners: ((isSlow: boolean) => void)[] = []
const certificates = {
  read: () => promise,
  onSlow: (listener: (isSlow: boolean) => void) => void listeners.push(listener),
}
const network = createNetwork({ certificates })
const tell = (isSlow: boolean): void => listeners.forEach((listener) => listener(isSlow))
test.use({ isSignedIn: false, ports: { network, http: (options) => createHttp(options, network) } })

test('a system that is slow to name its certificates: the form says what is waited for, and then signs in', async ({
  page,
}) => {
  await signInByForm(page, { address: remote.url, ...demoUser, name: null, environment: 'Test' })
  const banner = page.getByText('Reading the system’s certificates…')
  await expect(banner).toBeHidden()
  tell(true)
  await expect(banner).toBeVisible()
  expect(await axeFindings(page, 'sign-in, waiting for certificates')).toEqual([])
  resolve([ca])
  await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
  await expect(banner).toBeVisible()
  tell(false)
  await expect(banner).toBeHidden()
})
