import type { CommandRun } from '../command-run.ts'
import type { RunLimits } from './option-types.ts'

const MS_PER_MINUTE = 60_000

/** From now on services are called no faster than the options say. */
export async function limitCalls({ open, options }: CommandRun<RunLimits>): Promise<void> {
  const desk = await open()
  desk.limit({ bandwidth: options.bwlimit, callsPerMinute: options.callsPerMinute, waitMs: waitMsOf(options) })
}

/** Undefined where it is left to us. */
export function waitMsOf({ wait }: RunLimits): number | undefined {
  return wait === undefined ? undefined : wait * MS_PER_MINUTE
}
