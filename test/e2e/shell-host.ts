import { type Browser, chromium, type Page } from 'playwright/test'
import type { Desk } from '../../src/main/desk/desk.ts'
import { APP_ORIGIN, openAppOrigin } from '../app-origin/open-app-origin.ts'
import type { ShellAddress } from '../browser-shell/shell-server.ts'
import { startShell } from '../browser-shell/start-shell.ts'
import { headlessProgram, QUIET_BROWSER } from '../support/find-browser.ts'
import type { DeskHost, HostParts } from './desk-host.ts'

export interface BrowserOptions {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

/** The region in which the journeys read dates and numbers, but for those that choose another. */
const REGION = 'en-GB'

/** What every window of the journeys has in common. */
export const WINDOW = {
  // What moves costs a tenth of a journey’s work, and journeys wait for what comes of it.
  reducedMotion: 'reduce',
  // As it is: the desk is told its region, and a browser that pretends to one throws away all optimised code with each page.
  locale: '',
} as const

/** An installed Chromium, without a window. */
export function launchBrowser(program = headlessProgram()): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: [...QUIET_BROWSER] })
}

const PERMISSIONS = ['clipboard-read', 'clipboard-write']

/** A window that nothing is shown in yet. */
export async function openWindow(browser: Browser, options: BrowserOptions): Promise<Page> {
  const context = await browser.newContext({ ...WINDOW, ...options, permissions: PERMISSIONS })
  return await context.newPage()
}

/** The same in a browser of its own, where APP_ORIGIN is what this address serves. */
export async function openAppWindow({ base }: ShellAddress, options: BrowserOptions): Promise<Page> {
  const context = await openAppOrigin(base, { ...WINDOW, ...options, permissions: PERMISSIONS })
  return await context.newPage()
}

/** A window that shows one desk after the other, all at one address: what draws them stays warm, their scripts stay compiled. */
export interface SharedWindow {
  page: Page
  address: ShellAddress
  /** Of what it shows: that of the address, or APP_ORIGIN. */
  origin: string
}

interface Shown extends Partial<SharedWindow> {
  page: Page
  isSignedIn?: boolean
}

/** The desk in the browser shell, at an address of its own unless one is given. */
export async function showInShell(shown: Shown, { ports, ...parts }: HostParts): Promise<DeskHost> {
  const { page, address, origin, isSignedIn = false } = shown
  const shell = await startShell({ systemRegion: REGION, ...parts, ...ports, address })
  if (isSignedIn) await signInToDemo(shell.desk, parts.demo)
  await page.goto(origin === APP_ORIGIN ? `${APP_ORIGIN}/` : shell.url)
  return {
    page,
    answerDialogs: (...answers) => {
      shell.folders.answers.push(...answers)
      return Promise.resolve()
    },
    askedOfSystem: () => Promise.resolve([...shell.folders.asked]),
    readClipboard: () => page.evaluate('navigator.clipboard.readText()'),
    writeClipboard: (text) => page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`),
    close: shell.close,
  }
}

/** The desk in the browser shell, and a window of its own in the browser that shows it. */
export async function openInShell(browser: Browser, parts: HostParts, options: BrowserOptions): Promise<DeskHost> {
  const page = await openWindow(browser, options)
  const desk = await showInShell({ page }, parts)
  return {
    ...desk,
    close: async () => {
      await page.context().close()
      await desk.close()
    },
  }
}

/** Leaves a window without what the desk before did to it, and without what its pages have stored. */
export async function clearWindow({ page, origin }: SharedWindow): Promise<void> {
  const context = page.context()
  await Promise.all(context.pages().map(async (other) => other === page || (await other.close())))
  await Promise.all([context.unrouteAll(), page.unrouteAll()])
  // Where the desk is gone that could store something after all.
  await page.goto(`${origin}/nothing`)
  await page.evaluate('sessionStorage.clear(); localStorage.clear()')
}

/** As `openWindow` makes one. */
export async function setLooks(page: Page, { viewport, colorScheme }: BrowserOptions): Promise<void> {
  await page.emulateMedia({ colorScheme, forcedColors: null, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
}

/** As its button does. */
async function signInToDemo({ router }: Desk, demo: HostParts['demo']): Promise<void> {
  const { baseUrl, username, password } = demo ?? {}
  const connection = { baseUrl, username, password, environment: 'test', credentialForm: 'basic' }
  const reply = await router.answer('accounts.signIn', { ...connection, caFileId: null, profile: null })
  if (!reply.isOk) throw new Error(`the demo did not let its user in: ${reply.failure.message}`)
}
