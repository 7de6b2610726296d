import { type Counts, sumCounts } from './counts.ts'
import { readEvent, type RunEvent } from './run-events.ts'

const MAX_LINES = 60
const MAX_COLUMNS = 300

export interface TestTally {
  /** Takes a line that carries an event; false for any other. */
  takeLine(line: string): boolean
  counts(): Counts
  /** The names of what failed, in that order. */
  failures(): string[]
  /** Tests that began and did not end. */
  underway(): string[]
}

/**
 * Follows the tests of a layer from their events. Says a line for each file when it ends, and each failure with its error
 * as soon as it happens.
 */
export function createTestTally(say: (line: string) => void): TestTally {
  const files = new Map<string, Counts>()
  const underway = new Set<string>()
  const failures: string[] = []
  let broken = 0

  const fail = (name: string, error: string): void => {
    failures.push(name)
    say(`FAILED  ${name}\n${excerpt(error).replaceAll(/^/gm, '  | ')}`)
  }
  const countsOf = (file: string): Counts => {
    const counts = files.get(file) ?? { passed: 0, failed: 0, skipped: 0 }
    files.set(file, counts)
    return counts
  }
  const take = (event: RunEvent): void => {
    switch (event.kind) {
      case 'begun':
        underway.add(nameOf(event))
        return
      case 'passed':
      case 'skipped':
      case 'failed':
        underway.delete(nameOf(event))
        countsOf(event.file)[event.kind] += 1
        if (event.kind === 'failed') fail(nameOf(event), event.error)
        return
      case 'broken':
        broken += 1
        fail(event.where, event.error)
        return
      case 'file-ended':
        say(`${event.file.padEnd(48)} ${shortCounts(countsOf(event.file)).padStart(10)} ${seconds(event.durationMs)}`)
    }
  }
  return {
    takeLine: (line) => {
      const event = readEvent(line)
      if (event !== undefined) take(event)
      return event !== undefined
    },
    counts: () => sumCounts([...files.values(), { passed: 0, failed: broken, skipped: 0 }]),
    failures: () => failures,
    underway: () => [...underway],
  }
}

/** A difference between two texts of megabytes says no more than its beginning. */
function excerpt(error: string): string {
  const lines = error.trimEnd().split('\n')
  const shown = lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_COLUMNS))
  return lines.length > MAX_LINES ? [...shown, `… ${lines.length - MAX_LINES} more lines`].join('\n') : shown.join('\n')
}

function nameOf({ file, test }: { file: string; test: string }): string {
  return `${file} > ${test}`
}

/** Without what is none, as nearly always nothing failed or was skipped. */
function shortCounts(counts: Counts): string {
  const parts = (['passed', 'failed', 'skipped'] as const).filter((kind) => counts[kind] > 0)
  return parts.map((kind) => `${counts[kind]} ${kind}`).join(', ')
}

/** `12.3 s`, in a column. */
export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`.padStart(8)
}
