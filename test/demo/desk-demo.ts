import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShell } from '../browser-shell/start-shell.ts'
import { startShellDemo } from '../browser-shell/shell-demo.ts'
import { bringElectron } from '../electron-host/bring-electron.ts'
import { buildDesktop } from '../electron-host/desktop-build.ts'
import { runElectron, type Startup } from '../electron-host/run-electron.ts'
import type { HostFacts } from '../../src/main/desk/desk-ports.ts'
import { messageOf } from '../../src/shared/errors/app-error.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { QUIET_BROWSER } from '../support/find-browser.ts'
import { WITHOUT_QUEUE } from './demo-feed.ts'

const SAVED = path.resolve('demo-output')
const IN_WINDOW = 'In the window: “Try the demo service”, then search. Close the window to end the demo.'

interface Demo {
  /** For this demo only, removed when its window is closed. */
  dataDir: string
  service: NonNullable<HostFacts['demo']>
}

/**
 * The desk in Electron until its window is closed, and where that does not come up in a window of an installed browser. Resolves
 * with the exit code of the demo, or undefined where neither came up.
 */
export async function showDesk(browser: string | undefined): Promise<number | undefined> {
  // Of these each waits for something else.
  const bringing = bringElectron({ say }).then((electron) => {
    if (electron.program === undefined) say(electron.why)
    return electron
  })
  const [electron, started] = await Promise.all([bringing, startShellDemo(), buildDesktop()])
  const { facts: service, feedStarted, stop } = started
  feedStarted.catch((thrown: unknown) =>
    say(`There are no status messages: RabbitMQ did not start. ${messageOf(thrown)}`),
  )
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parcel-desk-demo-'))
  try {
    say(`An exchange service with invented documents runs at ${service.baseUrl}.`)
    say(
      service.broker === undefined
        ? WITHOUT_QUEUE
        : 'Its sets change every few seconds, and a message queue tells of it.',
    )
    const inElectron =
      electron.program === undefined ? undefined : await showInElectron(electron.program, { dataDir, service })
    if (inElectron !== undefined || browser === undefined) return inElectron
    return await showInBrowser(browser, { dataDir, service })
  } finally {
    await stop()
    // Helpers of Chromium may still be ending, and on Windows hold their files.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function showInElectron(program: string, { dataDir, service }: Demo): Promise<number | undefined> {
  const env = { ...process.env, PARCEL_DESK_DATA_DIR: dataDir, PARCEL_DESK_DEMO: JSON.stringify(service) }
  // It lies there as soon as the main process has come up.
  const hasBegun = (): boolean => existsSync(path.join(dataDir, 'desk-lock.json'))
  say(`The desk opens in Electron. ${IN_WINDOW}`)
  return await untilClosed(program, [PROJECT_ROOT], { env, hasBegun })
}

async function showInBrowser(browser: string, { dataDir, service }: Demo): Promise<number | undefined> {
  const shell = await startShell({ dataDir: path.join(dataDir, 'desk'), savedDir: SAVED, demo: service })
  const profile = path.join(dataDir, 'browser-of-demo')
  const words = [...QUIET_BROWSER, `--user-data-dir=${profile}`, '--window-size=1440,900', `--app=${shell.url}`]
  try {
    say(`The desk opens in ${path.basename(browser)}. ${IN_WINDOW} What you save goes to ${SAVED}.`)
    return await untilClosed(browser, words, { env: process.env, hasBegun: shell.isOpened })
  } finally {
    await shell.close()
  }
}

interface Window extends Pick<Startup, 'hasBegun'> {
  env: NodeJS.ProcessEnv
}

/** Undefined where no window came up, which is said. */
export async function untilClosed(
  program: string,
  words: readonly string[],
  { env, hasBegun }: Window,
): Promise<number | undefined> {
  const onLate = (): void => say(`${path.basename(program)} is slow to start. Ctrl+C ends the demo.`)
  const { exitCode, why } = await runElectron(program, words, { env, startup: { hasBegun, onLate } })
  if (why === undefined) return exitCode
  say(why)
  return hasBegun() ? exitCode || 1 : undefined
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
