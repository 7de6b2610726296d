import { spawn } from 'node:child_process'
import path from 'node:path'
import { PROJECT_ROOT } from './project-files.ts'

export interface Command {
  program: string
  parameters: readonly string[]
  timeLimitMs: number
  /** Besides what this process has. */
  env?: Readonly<Record<string, string>>
}

export interface Outcome {
  succeeded: boolean
  /** Both streams as they came, and a last line when the time was up. */
  output: string
  durationMs: number
}

const STREAMS: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

/**
 * Runs a program of the project to its end. It and whatever it started are killed when its time is up or the signal
 * fires: a test that hangs must fail the run, not hang it.
 */
export async function runStep(command: Command, signal?: AbortSignal): Promise<Outcome> {
  const startedMs = performance.now()
  const env = { ...process.env, ...command.env, PATH: withOwnPrograms(process.env.PATH), NO_COLOR: '1' }
  // A group of its own, so that it can be killed with its children.
  const child = spawn(command.program, command.parameters, { cwd: PROJECT_ROOT, detached: true, env, stdio: STREAMS })
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer): void => void chunks.push(chunk)
  const note = (text: string): void => keep(Buffer.from(`${text}\n`))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)

  let wasKilled = false
  const kill = (reason: string): void => {
    wasKilled = true
    note(`Killed: ${reason}.`)
    killGroup(child.pid)
  }
  const onAbort = (): void => kill('the run was interrupted')
  const limit = setTimeout(() => kill(`not done after ${command.timeLimitMs / 1000} seconds`), command.timeLimitMs)
  signal?.addEventListener('abort', onAbort, { once: true })

  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      note(error.message)
      resolve(null)
    })
    child.once('close', resolve)
  })
  clearTimeout(limit)
  signal?.removeEventListener('abort', onAbort)
  return {
    succeeded: exitCode === 0 && !wasKilled,
    output: Buffer.concat(chunks).toString('utf8').trimEnd(),
    durationMs: performance.now() - startedMs,
  }
}

/** The group outlives the program that was started when a child of it still runs; when nothing runs there is no group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
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
