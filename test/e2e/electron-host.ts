import { _electron, type ElectronApplication } from 'playwright/test'
import { electronProgram, NO_ELECTRON } from '../electron-host/electron-program.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import type { DeskHost, HostParts } from './desk-host.ts'

type Asked = Awaited<ReturnType<DeskHost['askedOfSystem']>>

declare global {
  // In Electron's main process, put there by this file.
  var dialogsForTests: { answers: (string | undefined)[]; asked: { what: 'open' | 'show'; paths: string[] }[] }
}

/** The desk as it is built, in Electron. */
export async function openInElectron({ dataDir, savedDir, demo }: HostParts): Promise<DeskHost> {
  const executablePath = electronProgram()
  if (executablePath === undefined) throw new Error(`not run: ${NO_ELECTRON}`)
  const env = {
    ...stringsOf(process.env),
    // The region in which the journeys read dates and numbers.
    LC_ALL: 'en_GB.UTF-8',
    PARCEL_DESK_DATA_DIR: dataDir,
    PARCEL_DESK_DEMO: JSON.stringify(demo),
  }
  const app = await _electron.launch({ executablePath, args: [PROJECT_ROOT], env })
  await replaceDialogs(app, savedDir)
  return {
    page: await app.firstWindow(),
    answerDialogs: async (...answers) => {
      await app.evaluate((_main, given) => {
        globalThis.dialogsForTests.answers.push(...given)
      }, answers)
    },
    askedOfSystem: () => app.evaluate((): Asked => globalThis.dialogsForTests.asked),
    readClipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    writeClipboard: (text) => app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text),
    close: () => app.close(),
  }
}

/** A dialog of the system cannot be clicked by a test: its answer is given in its place. */
async function replaceDialogs(app: ElectronApplication, savedDir: string): Promise<void> {
  await app.evaluate(({ dialog, shell }, fallback) => {
    const held: typeof globalThis.dialogsForTests = { answers: [], asked: [] }
    globalThis.dialogsForTests = held
    const next = (): string | undefined => (held.answers.length > 0 ? held.answers.shift() : fallback)
    Object.assign(dialog, {
      showOpenDialog: () => {
        const path = next()
        return Promise.resolve({ canceled: path === undefined, filePaths: path === undefined ? [] : [path] })
      },
      showSaveDialog: () => {
        const filePath = next()
        return Promise.resolve({ canceled: filePath === undefined, filePath: filePath ?? '' })
      },
    })
    Object.assign(shell, {
      openPath: (path: string) => {
        held.asked.push({ what: 'open', paths: [path] })
        return Promise.resolve('')
      },
      showItemInFolder: (path: string) => {
        held.asked.push({ what: 'show', paths: [path] })
      },
    })
  }, savedDir)
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
