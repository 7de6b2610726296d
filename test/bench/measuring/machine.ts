import { readFileSync } from 'node:fs'
import os from 'node:os'

/** One line for a report: what the figures were measured on, and how busy it was before. */
export function describeMachine(): string {
  const memoryGb = Math.round(os.totalmem() / 1e9)
  const load = (os.loadavg()[0] ?? 0).toFixed(2)
  return `${os.availableParallelism()} cores, ${memoryGb} GB of memory, ${systemName()}, Node ${process.versions.node}; load average before the run ${load}`
}

/** How to measure again, when this was measured, and on what. To be asked before the run. */
export function describeRun(script: string): string {
  return `\`npm run ${script}\`, ${new Date().toISOString().slice(0, 10)}: ${describeMachine()}.`
}

/** A sentence when other work would spoil the figures. */
export function busyWarning(): string | undefined {
  const load = os.loadavg()[0] ?? 0
  if (load < os.availableParallelism() / 2) return undefined
  return `The load average is ${load.toFixed(2)} on ${os.availableParallelism()} cores: other work will spoil these figures.`
}

function systemName(): string {
  try {
    const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))
    return name?.[1] ?? os.type()
  } catch {
    return os.type()
  }
}
