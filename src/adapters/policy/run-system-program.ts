import { execFile } from 'node:child_process'
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
const SYSTEM_LIBRARY = 'ntdll.dll'

/** Where Windows lies, as this process itself was loaded from: `SystemRoot` and the path are set by whoever starts it. */
export function systemFolder(loaded: readonly string[] = loadedLibraries()): string {
  const library = loaded.find((file) => path.win32.basename(file).toLowerCase() === SYSTEM_LIBRARY)
  return library === undefined ? USUAL : path.win32.dirname(library)
}

/** Only at the start: with connections open, the report would look up their names. */
function loadedLibraries(): string[] {
  const report: object = process.report.getReport()
  const libraries: unknown = 'sharedObjects' in report ? report.sharedObjects : []
  return Array.isArray(libraries) ? libraries.filter((file) => typeof file === 'string') : []
}
