import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PYTHON } from '../support/system-packages.ts'

const run = promisify(execFile)

/** The same samples at each run: a fault that is found can be found again. */
const SEED = '1'

/** As many samples of the whole as are wanted: all of them by `npm run corpus` (vitest’s mode), a tenth in `npm test`. */
export function sampleCount(whole: number): number {
  return process.env['MODE'] === 'whole' ? whole : whole / 10
}

/** What a script beside this file makes and says of `count` samples. It writes its files into `folder`. */
export async function makeSamples(script: string, count: number, folder = ''): Promise<unknown> {
  return await askPython(script, [SEED, String(count), ...(folder === '' ? [] : [folder])])
}

/** The JSON that a script beside this file prints. */
export async function askPython(script: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(PYTHON, [`${import.meta.dirname}/${script}`, ...args], { maxBuffer: 500_000_000 })
  return JSON.parse(stdout)
}

/** Each sample that is not read as it should be, short enough to be read in a list of hundreds. */
export function differences(read: readonly unknown[], right: readonly unknown[]): string[] {
  return read.flatMap((value, at) => {
    const [is, wanted] = [JSON.stringify(value), JSON.stringify(right[at])]
    if (is === wanted) return []
    const from = Math.max(0, [...is].findIndex((letter, place) => letter !== wanted[place]) - 40)
    return [`${at}: …${is.slice(from, from + 100)}… in place of …${wanted.slice(from, from + 100)}…`]
  })
}
