import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDemoFeed } from '../demo/demo-feed.ts'
import { buildDesktop } from '../electron-host/desktop-build.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { launchBrowser, openInShell } from '../e2e/shell-host.ts'
import { browserProgram } from '../support/find-browser.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { screens } from './screens.ts'

const FOLDER = path.join(PROJECT_ROOT, 'docs', 'screenshots')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
]

/** Takes screenshots of the main screens with the demo data. */
async function takeScreenshots(): Promise<void> {
  await buildDesktop()
  await mkdir(FOLDER, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of SIZES) await takeAll({ colorScheme, viewport })
  }
}

async function takeAll(looks: { colorScheme: 'light' | 'dark'; viewport: (typeof SIZES)[number] }): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'parcel-desk-pictures-'))
  const data = demoData()
  const service = await startExchangeService({ data })
  const feed = await startDemoFeed(data)
  await feed?.started
  if (feed === undefined) throw new Error('the inbox of the pictures needs RabbitMQ: apt-get install rabbitmq-server')
  const demo = { baseUrl: service.url, ...demoUser, broker: feed.broker }
  const browser = await launchBrowser(browserProgram())
  const parts = { dataDir: path.join(root, 'data'), savedDir: path.join(root, 'Trade'), demo }
  const desk = await openInShell(browser, parts, looks)
  try {
    for (const { name, go } of screens) {
      await go(desk.page)
      const file = `${name}-${looks.colorScheme}-${looks.viewport.width}.png`
      // Scroll bars and tooltips disappear after a moment, once nothing is under the pointer.
      await desk.page.mouse.move(0, 0)
      await desk.page.waitForTimeout(400)
      await desk.page.screenshot({ path: path.join(FOLDER, file) })
      process.stdout.write(`${file}\n`)
    }
  } finally {
    await desk.close()
    await browser.close()
    await feed.stop()
    await service.close()
    await rm(root, { recursive: true, force: true })
  }
}

await takeScreenshots()
