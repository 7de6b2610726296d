import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'

const TIMEOUT_MS = 15_000
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024

/** Resolves with what the program printed. Rejects where it cannot be run, or does not end well and in time. */
export type RunSystemProgram = (program: string, args: readonly string[], input?: Buffer) => Promise<Buffer>

/** Runs a program of the system by its absolute path, with nothing of the user’s environment. */
export const runSystemProgram: RunSystemProgram = (program, args, input) =>
  new Promise((resolve, reject) => {
    const options = {
      env: process.platform === 'win32' ? windowsEnvironment(path.win32.dirname(program)) : {},
      encoding: 'buffer' as const,
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      windowsHide: true,
      shell: false,
    }
    const child = execFile(program, [...args], options, (error, output) => {
      if (error === null) resolve(output)
      else reject(error)
    })
    // A program that does not read its input is no reason to fail.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })

/** What libuv would otherwise take from the environment of this process. */
function windowsEnvironment(folder: string): Record<string, string> {
  const windows = path.win32.dirname(folder)
  return { SystemRoot: windows, windir: windows, PATH: folder, TEMP: windows }
}

const USUAL = String.raw`C:\Windows\System32`
/** Where Windows was started from, as the root of its objects says: no environment and no user of it decides that. */
const STARTED_FROM = String.raw`\\?\GLOBALROOT\SystemRoot\System32`
const ON_A_DRIVE = /^[A-Z]:\\.*\\System32$/i

let known: string | undefined

/** Where the programs of Windows lie. `SystemRoot` and the path are not asked: they are set by whoever starts this process. */
export function systemFolder(): string {
  return (known ??= findSystemFolder())
}

/**
 * Asks Windows, and takes the usual folder where it gives no answer, as under Wine. Not by a report of Node, which lists what this
 * process has loaded: Electron does not test it, and there it has ended the process.
 */
export function findSystemFolder(resolve: (path: string) => string = realpathSync.native): string {
  try {
    const found = resolve(STARTED_FROM)
    return ON_A_DRIVE.test(found) ? found : USUAL
  } catch {
    return USUAL
  }
}
