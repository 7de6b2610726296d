import { readFileSync } from 'node:fs'

/*
 * Preloaded into a program, this file moves its clock by the hours that stand in a file when the program starts, and again
 * whenever they change: a clock that jumps. Monotonic time is left alone, as it is by a real jump.
 */

const LOOK_EVERY_MS = 500

/** The environment of a program whose clock follows that file. */
export function shiftedClock(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${import.meta.url}`, CAMPAIGN_CLOCK: file }
}

function install(file: string): void {
  const RealDate = Date
  let shiftMs = 0
  const look = (): void => {
    try {
      shiftMs = Number(readFileSync(file, 'utf8')) * 3_600_000
    } catch {
      // It is being written.
    }
  }
  look()
  setInterval(look, LOOK_EVERY_MS).unref()
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given: unknown[], target): object => {
      const made: unknown = Reflect.construct(real, given.length === 0 ? [real.now() + shiftMs] : given, target)
      return made instanceof real ? made : new real(Number.NaN)
    },
    get: (real, key, receiver): unknown =>
      key === 'now' ? () => real.now() + shiftMs : Reflect.get(real, key, receiver),
  })
}

const file = process.env['CAMPAIGN_CLOCK']
if (file !== undefined) install(file)
