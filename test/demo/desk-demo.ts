import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShell } from '../browser-shell/start-shell.ts'
import { buildDesktop } from '../electron-host/desktop-build.ts'
import type { HostFacts } from '../../src/main/desk/desk-ports.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { QUIET_BROWSER } from '../support/find-browser.ts'
import { startBroker } from '../support/private-broker.ts'
import { missingPackages } from '../support/system-packages.ts'
import { startDemoFeed } from './demo-feed.ts'
import { startFirmDemo } from './firm-demo.ts'

const SAVED = path.resolve('demo-output')
const WITHOUT_QUEUE = 'There are no status messages: they need RabbitMQ (Debian: apt-get install rabbitmq-server).'

interface Demo {
  /** For this demo only, removed when its window is closed. */
  dataDir: string
  service: NonNullable<HostFacts['demo']>
}

/** The desk in Electron, until its window is closed. */
export async function showInElectron(binary: string): Promise<void> {
  await withDemo(async ({ dataDir, service }) => {
    const env = { ...process.env, PARCEL_DESK_DATA_DIR: dataDir, PARCEL_DESK_DEMO: JSON.stringify(service) }
    await untilClosed(binary, [PROJECT_ROOT], env)
  })
}

/** The same desk in a window of an installed browser, if Electron's binary is missing. */
export async function showInBrowser(browser: string): Promise<void> {
  await withDemo(async ({ dataDir, service }) => {
    const shell = await startShell({ dataDir: path.join(dataDir, 'desk'), savedDir: SAVED, demo: service })
    try {
      say(`Electron is not installed, so the desk opens in ${path.basename(browser)}. What you save goes to ${SAVED}.`)
      const profile = `--user-data-dir=${path.join(dataDir, 'browser')}`
      await untilClosed(
        browser,
        [...QUIET_BROWSER, profile, '--window-size=1440,900', `--app=${shell.url}`],
        process.env,
      )
    } finally {
      await shell.close()
    }
  })
}

/** Three desks of one firm, each in a window of an installed browser; where there is none, at the addresses that it says. */
export async function showFirm(browser: string | undefined): Promise<void> {
  if (missingPackages().includes('rabbitmq-server')) throw new Error(WITHOUT_QUEUE)
  await buildDesktop()
  const folder = await mkdtemp(path.join(tmpdir(), 'parcel-desk-demo-'))
  const broker = await startBroker()
  try {
    const demo = await startFirmDemo({ broker, folder, savedDir: SAVED, say })
    try {
      say('One collector takes the queues of the service; three desks read the firm’s streams. Look at their inboxes.')
      for (const { url } of demo.desks) say(url)
      if (browser === undefined) await untilInterrupted()
      else await Promise.all(demo.desks.map(({ url }, index) => showDesk(browser, { url, folder, index })))
    } finally {
      await demo.stop()
    }
  } finally {
    await broker.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Beside one another, as far as the screen is wide. */
async function showDesk(
  browser: string,
  { url, folder, index }: { url: string; folder: string; index: number },
): Promise<void> {
  const profile = `--user-data-dir=${path.join(folder, `browser-${index}`)}`
  const place = [`--window-position=${index * 480},${index * 40}`, '--window-size=1100,800']
  await untilClosed(browser, [...QUIET_BROWSER, profile, ...place, `--app=${url}`], process.env)
}

async function untilInterrupted(): Promise<void> {
  say('Ctrl+C ends the demo.')
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
}

async function withDemo(show: (demo: Demo) => Promise<void>): Promise<void> {
  await buildDesktop()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parcel-desk-demo-'))
  const data = demoData()
  const service = await startExchangeService({ data })
  const feed = await startDemoFeed(data)
  try {
    say(`An exchange service with invented documents runs at ${service.url}.`)
    say(feed === undefined ? WITHOUT_QUEUE : 'Its sets change every few seconds, and a message queue tells of it.')
    say('In the window: “Try the demo service”, then search. Close the window to end the demo.')
    await show({ dataDir, service: { baseUrl: service.url, ...demoUser, broker: feed?.broker } })
  } finally {
    await feed?.stop()
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function untilClosed(program: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'ignore', 'ignore'] })
  const end = (): void => void child.kill()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  await once(child, 'close')
  process.off('SIGINT', end)
  process.off('SIGTERM', end)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
