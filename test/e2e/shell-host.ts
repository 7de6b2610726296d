import { type Browser, chromium, type Page } from 'playwright/test'
import type { Desk } from '../../src/main/desk/create-desk.ts'
import { startShell } from '../browser-shell/start-shell.ts'
import { headlessProgram, QUIET_BROWSER } from '../support/find-browser.ts'
import type { DeskHost, HostParts } from './desk-host.ts'

export interface BrowserOptions {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  /** In the shell the page writes dates and numbers as the browser is set. */
  locale?: string | undefined
}

/** The region in which the journeys read dates and numbers, but for those that choose another. */
export const REGION = 'en-GB'

/** An installed Chromium, without a window. */
export function launchBrowser(program = headlessProgram()): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: [...QUIET_BROWSER] })
}

/** A window that nothing is shown in yet. */
export async function openWindow(browser: Browser, options: BrowserOptions): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  // What moves costs a tenth of a journey’s work, and journeys wait for what comes of it.
  const quiet = { reducedMotion: 'reduce', permissions } as const
  const context = await browser.newContext({ ...options, locale: options.locale ?? REGION, ...quiet })
  return await context.newPage()
}

/**
 * The desk in the browser shell, shown in a window that had others before. Each desk has an address of its own, so nothing that a
 * page stores is seen by the next; the process that draws them stays warm.
 */
export async function showInShell(page: Page, { ports, ...parts }: HostParts, isSignedIn = false): Promise<DeskHost> {
  const shell = await startShell({ ...parts, ...ports })
  if (isSignedIn) await signInToDemo(shell.desk, parts.demo)
  await page.goto(shell.url)
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
  const desk = await showInShell(page, parts)
  return {
    ...desk,
    close: async () => {
      await page.context().close()
      await desk.close()
    },
  }
}

/** Leaves a window as `openWindow` makes one. */
export async function clearWindow(page: Page, { viewport, colorScheme }: BrowserOptions): Promise<void> {
  const context = page.context()
  await Promise.all(context.pages().map(async (other) => other === page || (await other.close())))
  await Promise.all([context.unrouteAll(), page.unrouteAll()])
  await page.goto('about:blank')
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
