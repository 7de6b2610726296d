import { existsSync } from 'node:fs'
import path from 'node:path'

/** Chromium without what draws windows: the same engine for two thirds of the work (docs/decisions/headless-shell.md). */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const WINDOWS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/** Without what a browser does for itself: asking its maker’s servers for updates, most of all. */
export const QUIET_BROWSER: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Its sandbox refuses to work for root, whom tests in containers run as.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** An installed Chromium or one of its relatives; undefined where there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return places(env).find((program) => existsSync(program))
}

/** What journeys run in: the headless shell, or a whole browser where it is not installed. Fails as `browserProgram` does. */
export function headlessProgram(env: NodeJS.ProcessEnv = process.env): string {
  return inSearchPath([HEADLESS_SHELL], env).find((program) => existsSync(program)) ?? browserProgram()
}

/** Fails with the command that installs one. */
export function browserProgram(): string {
  const program = findBrowser()
  if (program === undefined) throw new Error('No Chromium is installed. On Debian: apt-get install chromium')
  return program
}

function places(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') return MAC
  if (process.platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    return roots.flatMap((root) => WINDOWS.map((program) => path.win32.join(root, program)))
  }
  return inSearchPath(NAMES, env)
}

function inSearchPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
}
