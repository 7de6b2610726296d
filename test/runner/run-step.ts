import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { ownProgram } from './own-program.ts'

export interface Command {
  program: string
  parameters: readonly string[]
  /** Besides what this process has. */
  env?: Readonly<Record<string, string>>
  /** Killed when it says nothing for so long. Default: five minutes, which even a slow machine does not need for one test. */
  silenceLimitMs?: number
  /** Sees each line of both streams as it comes; true takes the line out of the `output`. */
  takeLine?: (line: string) => boolean
}

export interface Outcome {
  succeeded: boolean
  /** Both streams as they came, and a last line when it was killed. */
  output: string
  durationMs: number
}

const SILENCE_LIMIT_MS = 5 * 60_000
const IS_WINDOWS = process.platform === 'win32'
const STREAMS: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

/**
 * Runs a program of the project to its end, however long that takes: what says something makes progress. It and whatever
 * it started are killed when it falls silent or the signal fires, for a test that hangs must fail the run, not hang it.
 */
export async function runStep(command: Command, signal?: AbortSignal): Promise<Outcome> {
  const startedMs = performance.now()
  const { silenceLimitMs = SILENCE_LIMIT_MS, takeLine = () => false } = command
  const env = { ...process.env, ...command.env, PATH: withOwnPrograms(process.env.PATH), NO_COLOR: '1' }
  const [program, parameters] = ownProgram(command.program, command.parameters)
  // A group of its own, so that it can be killed with its children.
  const child = spawn(program, parameters, { cwd: PROJECT_ROOT, detached: !IS_WINDOWS, env, stdio: STREAMS })
  const lines: string[] = []
  let wasKilled = false
  const kill = (reason: string): void => {
    wasKilled = true
    lines.push(`Killed: ${reason}.`)
    killGroup(child.pid)
  }
  const onAbort = (): void => kill('the run was interrupted')
  const watchdog = setTimeout(() => kill(`it said nothing for ${silenceLimitMs / 1000} seconds`), silenceLimitMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  const hear = (line: string): void => {
    watchdog.refresh()
    if (!takeLine(line) && !wasKilled) lines.push(line)
  }
  createInterface({ input: child.stdout }).on('line', hear)
  createInterface({ input: child.stderr }).on('line', hear)

  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      lines.push(error.message)
      resolve(null)
    })
    child.once('close', resolve)
  })
  clearTimeout(watchdog)
  signal?.removeEventListener('abort', onAbort)
  return {
    succeeded: exitCode === 0 && !wasKilled,
    output: lines.join('\n').trimEnd(),
    durationMs: performance.now() - startedMs,
  }
}

/** The group outlives the program that was started when a child of it still runs; when nothing runs there is no group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  if (IS_WINDOWS) {
    spawnSync('taskkill', ['/T', '/F', '/PID', `${pid}`])
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('ESRCH')) throw error
  }
}

/** Installed programs first, as npm does it: Node 24 is one of them. */
function withOwnPrograms(searchPath: string | undefined): string {
  const own = path.join(PROJECT_ROOT, 'node_modules', '.bin')
  return searchPath === undefined ? own : own + path.delimiter + searchPath
}
