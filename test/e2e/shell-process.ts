import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright/test'
import { z } from 'zod'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { browserProgram, QUIET_BROWSER } from '../support/find-browser.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { test } from './desk-test.ts'

export interface ShellProcess {
  page: Page
  /** Where dialogs lead. */
  folder: string
  /** At once, as when the power goes. */
  kill(): Promise<void>
}

interface Shells {
  /** The same installation each time it is started. */
  start(options?: { args?: string[]; env?: Record<string, string> }): Promise<ShellProcess>
}

/** A desk in a process of its own, which can be killed and started anew on what it left. */
export const processTest = test.extend<{ shells: Shells }>({
  shells: async ({ root }, use) => {
    const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
    const started: ShellProcess[] = []
    await use({
      start: async ({ args = [], env = {} } = {}) => {
        const shell = await startShellProcess({ root, browser, args, env })
        started.push(shell)
        return shell
      },
    })
    for (const shell of started) await shell.kill()
    await browser.close()
  },
})

interface Start {
  root: string
  browser: Browser
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

async function startShellProcess({ root, browser, args, env }: Start): Promise<ShellProcess> {
  const program = join(PROJECT_ROOT, 'test/browser-shell/main.ts')
  const child = spawn(process.execPath, [program, '--data-dir', root, ...args], {
    env: { PATH: process.env['PATH'], HOME: root, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')).map(String)
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(line ?? ''))
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url)
  return {
    page,
    folder: join(root, 'Saved documents'),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Fills in the form: for this session, or with a name for the keychain. */
export async function signInByForm(page: Page, baseUrl: string, name?: string): Promise<void> {
  await page.getByRole('radio', { name: 'Test' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Address of the service' }).fill(baseUrl)
  await page.getByRole('textbox', { name: 'User name' }).fill(demoUser.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(demoUser.password)
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).setChecked(name !== undefined, { force: true })
  if (name !== undefined) await page.getByRole('textbox', { name: 'Name of the account here' }).fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
