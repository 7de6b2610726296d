import type { BrowserContext, Page } from 'playwright/test'
import { startShellProcess } from '../browser-shell/shell-process.ts'
import { test } from './desk-test.ts'
import { WINDOW } from './shell-host.ts'

interface ProcessOptions {
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}

export interface Shells {
  /** The same installation each time it is started, and a page that shows it. */
  start(options?: ProcessOptions): Promise<{ page: Page; folder: string; kill(): Promise<void> }>
}

/** A desk in a process of its own, which can be killed and started again on the files it left. */
export const processTest = test.extend<{ shells: Shells }>({
  shells: async ({ root, sharedBrowser }, use) => {
    const context = await (await sharedBrowser()).newContext({ ...WINDOW, viewport: { width: 1440, height: 900 } })
    const ends: (() => Promise<void>)[] = []
    await use({
      start: async (options) => {
        const { url, folder, kill } = await startShellProcess({ root, ...options })
        ends.push(kill)
        return { page: await openPage(context, url), folder, kill }
      },
    })
    for (const end of ends) await end()
    await context.close()
  },
})

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}
