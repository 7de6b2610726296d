import { existsSync } from 'node:fs'
import { chromium } from 'playwright/test'
import { startShell } from '../browser-shell/start-shell.ts'
import type { DeskHost, HostParts } from './desk-host.ts'

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface BrowserOptions {
  viewport: { width: number; height: number } | null
  colorScheme: 'light' | 'dark'
}

/** The desk in the browser shell, and a Chromium that shows it. */
export async function openInShell(parts: HostParts, options: BrowserOptions): Promise<DeskHost> {
  const shell = await startShell(parts)
  const executablePath = PROGRAMS.find((program) => existsSync(program))
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium')
  // Its sandbox refuses to work for root, whom tests in containers run as.
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET
  const browser = await chromium.launch({ executablePath, args })
  const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(shell.url)
  return {
    page,
    answerDialogs: (...answers) => {
      shell.folders.answers.push(...answers)
      return Promise.resolve()
    },
    askedOfSystem: () => Promise.resolve([...shell.folders.asked]),
    close: async () => {
      await browser.close()
      await shell.close()
    },
  }
}
