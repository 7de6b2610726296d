import { parseArgs } from 'node:util'
import { type Scenario, scenarios } from './scenario.ts'

export interface SaveBenchOptions {
  rounds: number
  scenarios: readonly Scenario[]
  /** Keep the temporary folder with everything saved. */
  isKept: boolean
  /** Fewer rounds or scenarios than docs/benchmarks.md states would make its figures mean something else. */
  isForTheRecord: boolean
}

const ROUNDS_FOR_THE_RECORD = 5

const saveBenchUsage = `npm run bench:save -- [--rounds N] [--only ${Object.keys(scenarios).join('|')}] [--keep]`

/** Fails with the usage when an argument is not understood. */
export function readSaveBenchOptions(args: readonly string[]): SaveBenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: String(ROUNDS_FOR_THE_RECORD) },
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds)
  const chosen = Object.values(scenarios).filter(({ id }) => values.only === undefined || values.only === id)
  if (!Number.isInteger(rounds) || rounds < 1 || chosen.length === 0) throw new Error(`Usage: ${saveBenchUsage}`)
  return {
    rounds,
    scenarios: chosen,
    isKept: values.keep,
    isForTheRecord: rounds >= ROUNDS_FOR_THE_RECORD && values.only === undefined,
  }
}
