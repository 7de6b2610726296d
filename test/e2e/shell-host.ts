import { type Browser, chromium } from 'playwright/test'
import { startShell } from '../browser-shell/start-shell.ts'
import { headlessProgram, QUIET_BROWSER } from '../support/find-browser.ts'
import type { DeskHost, HostParts } from './desk-host.ts'

export interface BrowserOptions {
  viewport: { width: number; height: number } | null
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

/** The desk in the browser shell, and a window of its own in the browser that shows it. */
export async function openInShell(
  browser: Browser,
  { ports, ...parts }: HostParts,
  options: BrowserOptions,
): Promise<DeskHost> {
  const shell = await startShell({ ...parts, ...ports })
  const permissions = ['clipboard-read', 'clipboard-write']
  // What moves costs a tenth of a journey’s work, and journeys wait for what comes of it.
  const quiet = { reducedMotion: 'reduce', permissions } as const
  const context = await browser.newContext({ ...options, locale: options.locale ?? REGION, ...quiet })
  const page = await context.newPage()
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
    close: async () => {
      await context.close()
      await shell.close()
    },
  }
}
