import { parseArgs } from 'node:util'
import { type Part, parts } from './parts.ts'

export interface SaveBenchOptions {
  /** By their names. */
  parts: readonly [string, Part][]
  /** Undefined: as many as the section of each part needs. */
  rounds: number | undefined
  /** Keep the temporary folder with everything saved. */
  isKept: boolean
}

const usage = `Usage: npm run bench:save -- [${Object.keys(parts).join(' ')}] [--rounds N] [--keep]`

/** Every part, unless some are named. Fails with the usage when an argument is not understood. */
export function readSaveBenchOptions(args: readonly string[]): SaveBenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string' }, keep: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  const isUnknown = positionals.some((name) => !Object.hasOwn(parts, name))
  if (isUnknown || (rounds !== undefined && (!Number.isInteger(rounds) || rounds < 1))) throw new Error(usage)
  const chosen = Object.entries(parts).filter(([name]) => positionals.length === 0 || positionals.includes(name))
  return { parts: chosen, rounds, isKept: values.keep }
}
