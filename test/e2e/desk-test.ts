import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type ConsoleMessage, test as base, type Page, type TestInfo } from 'playwright/test'
import { APP_ORIGIN } from '../app-origin/open-app-origin.ts'
import { openShellAddress } from '../browser-shell/shell-server.ts'
import type { ShellPorts } from '../browser-shell/start-shell.ts'
import {
  demoUser,
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../exchange-service/start-exchange-service.ts'
import { browserProgram } from '../support/find-browser.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import type { DeskHost } from './desk-host.ts'
import { openInElectron } from './electron-host.ts'
import { expect } from './expect.ts'
import {
  type BrowserOptions,
  clearWindow,
  launchBrowser,
  openAppWindow,
  openWindow,
  setLooks,
  type SharedWindow,
  showInShell,
} from './shell-host.ts'

export interface HostOptions {
  /** What carries the application. */
  host: 'shell' | 'app-origin' | 'electron'
}

export interface TestOptions {
  /** Whether a test begins at the desk of the demo user, for this session, and not at the form. */
  isSignedIn: boolean
  serviceOptions: ServiceOptions
  /** A keychain or a clock of the test's own; the shell alone can take them. */
  ports: ShellPorts
  /** Messages of the console that belong to what is tested, such as a document that the service refuses. */
  allowedErrors: RegExp[]
}

export interface Desk {
  service: ExchangeService
  /** Empty, and where dialogs lead unless they are answered otherwise. */
  folder: string
  dataDir: string
  desk: DeskHost
  page: Page
}

export interface Shared extends HostOptions {
  /** Journeys run in the headless shell of Chromium; those of this file in the whole browser. */
  needsWholeBrowser: boolean
  /** One browser for all tests of a worker, started for the first that needs it. */
  sharedBrowser: () => Promise<Browser>
  /** And one window, for those that need none in another time zone. */
  sharedWindow: (looks: BrowserOptions) => Promise<SharedWindow>
}

const WIDE = { width: 1440, height: 900 }

/** A desk of its own for every test, on a service of its own. */
export const test = base.extend<TestOptions & Desk & { root: string }, Shared>({
  host: ['shell', { option: true, scope: 'worker' }],
  needsWholeBrowser: [false, { option: true, scope: 'worker' }],
  sharedBrowser: [
    async ({ needsWholeBrowser }, use) => {
      let browser: Promise<Browser> | undefined
      await use(() => (browser ??= needsWholeBrowser ? launchBrowser(browserProgram()) : launchBrowser()))
      await (await browser)?.close()
    },
    { scope: 'worker' },
  ],
  sharedWindow: [
    async ({ host, sharedBrowser }, use) => {
      const isApp = host === 'app-origin'
      const address = await openShellAddress(0, isApp ? APP_ORIGIN : undefined)
      const origin = isApp ? APP_ORIGIN : address.origin
      const open = async (looks: BrowserOptions): Promise<Page> =>
        isApp ? await openAppWindow(address, looks) : await openWindow(await sharedBrowser(), looks)
      let shared: Page | undefined
      await use(async (looks) => {
        if (shared === undefined || shared.isClosed()) shared = await open(looks)
        else await setLooks(shared, looks)
        return { page: shared, address, origin }
      })
      await shared?.context().close()
      await address.close()
    },
    { scope: 'worker' },
  ],
  isSignedIn: [true, { option: true }],
  serviceOptions: [{}, { option: true }],
  ports: [{}, { option: true }],
  allowedErrors: [[], { option: true }],
  // The runner insists on a pattern here, also where nothing is needed.
  // oxlint-disable-next-line no-empty-pattern
  root: async ({}, use) => {
    const root = await mkdtemp(join(tmpdir(), 'parcel-desk-e2e-'))
    await use(root)
    await rm(root, { recursive: true, force: true })
  },
  folder: async ({ root }, use) => {
    const folder = join(root, 'saved')
    await mkdir(folder)
    await use(folder)
  },
  dataDir: async ({ root }, use) => {
    await use(join(root, 'data'))
  },
  service: async ({ serviceOptions }, use) => {
    const service = await startExchangeService(serviceOptions)
    await use(service)
    await service.close()
  },
  desk: async (
    {
      host,
      isSignedIn,
      service,
      folder,
      dataDir,
      ports,
      viewport,
      colorScheme,
      timezoneId,
      sharedBrowser,
      sharedWindow,
    },
    use,
  ) => {
    const parts = { dataDir, savedDir: folder, demo: { baseUrl: service.url, ...demoUser }, ports }
    if (host === 'electron') {
      const desk = await openInElectron(parts)
      if (isSignedIn) await signIn(desk.page)
      await use(desk)
      await desk.close()
      return
    }
    const looks = {
      viewport: viewport ?? WIDE,
      colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
    } as const
    // The runner gives each window that a test makes the time zone that the test asks for.
    const hasOwnWindow = timezoneId !== undefined
    const shared = hasOwnWindow ? undefined : await sharedWindow(looks)
    const window = shared ?? { page: await openWindow(await sharedBrowser(), looks) }
    const desk = await showInShell({ ...window, isSignedIn }, parts)
    if (isSignedIn) await desk.page.locator('nav[aria-label="Places"]').waitFor()
    await use(desk)
    await (shared === undefined ? desk.page.context().close() : clearWindow(shared))
    await desk.close()
  },
  page: async ({ desk, allowedErrors }, use, testInfo) => {
    const errors: string[] = []
    // A report of the content security policy is an error of the console too.
    const onMessage = (message: ConsoleMessage): void => {
      if (message.type() === 'error') errors.push(message.text())
    }
    const onError = (error: Error): void => void errors.push(error.message)
    desk.page.on('console', onMessage).on('pageerror', onError)
    await use(desk.page)
    desk.page.off('console', onMessage).off('pageerror', onError)
    // The runner shows only pages of its own making.
    if (testInfo.status !== testInfo.expectedStatus) await keepScreen(desk.page, testInfo)
    expect(errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))).toEqual([])
  },
})

export { expect }

async function keepScreen(page: Page, testInfo: TestInfo): Promise<void> {
  await page.screenshot({ path: testInfo.outputPath('screen.png') })
  await writeFile(testInfo.outputPath('screen.yaml'), await page.ariaSnapshot())
}

/** Signs in as the demo user, for this session, by the form’s button. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo service' }).click()
  await leaveFirstField(page)
}
