import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildDesktop } from '../electron-host/desktop-build.ts'
import { QUIET_BROWSER } from '../support/find-browser.ts'
import { startBroker } from '../support/private-broker.ts'
import { missingPackages } from '../support/system-packages.ts'
import { WITHOUT_QUEUE } from './demo-feed.ts'
import type { DemoDesk } from './demo-desk.ts'
import { say, untilClosed } from './desk-demo.ts'
import { startFirmDemo } from './firm-demo.ts'

const SAVED = path.resolve('demo-output')

/**
 * Three desks of one firm, each in a window of an installed browser; where there is none, or it shows nothing, at the addresses
 * that it says. Resolves with the exit code of the demo.
 */
export async function showFirm(browser: string | undefined): Promise<number> {
  if (missingPackages().includes('rabbitmq-server')) {
    say(WITHOUT_QUEUE)
    return 1
  }
  await buildDesktop()
  const folder = await mkdtemp(path.join(tmpdir(), 'parcel-desk-demo-'))
  const broker = await startBroker()
  try {
    const demo = await startFirmDemo({ broker, folder, savedDir: SAVED, say })
    try {
      say('One collector takes the queues of the service; three desks read the firm’s streams. Look at their inboxes.')
      if (browser !== undefined) say('Each opens in a window. Close all three to end the demo.')
      for (const { url } of demo.desks) say(url)
      const windows =
        browser === undefined ? [] : demo.desks.map((desk, index) => showOne(browser, { desk, folder, index }))
      const codes = await Promise.all(windows)
      if (codes.some((code) => code !== undefined)) return Math.max(...codes.map((code) => code ?? 1))
      say('Ctrl+C ends the demo.')
      await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
      return 0
    } finally {
      await demo.stop()
    }
  } finally {
    await broker.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Beside one another, as far as the screen is wide. */
async function showOne(
  browser: string,
  { desk, folder, index }: { desk: DemoDesk; folder: string; index: number },
): Promise<number | undefined> {
  const profile = path.join(folder, `browser-${index}`)
  const place = [`--window-position=${index * 480},${index * 40}`, '--window-size=1100,800']
  const words = [...QUIET_BROWSER, `--user-data-dir=${profile}`, ...place, `--app=${desk.url}`]
  return await untilClosed(browser, words, { env: process.env, hasBegun: desk.isOpened })
}
