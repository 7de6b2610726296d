import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { describeEnd } from './early-ends.ts'

/** Enough for what a program says at last. */
const MAX_KEPT = 16_384

/** How a program is known to have come up, where its silence is not to be taken for that. */
export interface Startup {
  hasBegun: () => boolean
  /** Told once, when it takes long. */
  onLate: () => void
  lateMs?: number
  /** Then it is ended. */
  hungMs?: number
}

interface RunOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Whether what it says is shown as it comes. */
  isShown?: boolean
  startup?: Startup
}

export interface ProgramEnd {
  /** As a shell tells it: 128 and the number of the signal that ended it; 126 where it could not be started. */
  exitCode: number
  /** Why it ended, in a sentence; undefined where the user wished it. */
  why: string | undefined
}

/**
 * Runs a program with a window until it ends. Only an end with 0 after it came up, or one that was asked for at this terminal,
 * is the user’s wish; of any other the last words are read.
 */
export async function runElectron(
  program: string,
  words: readonly string[],
  { env = process.env, cwd = process.cwd(), isShown = false, startup }: RunOptions = {},
): Promise<ProgramEnd> {
  const output = isShown ? 'inherit' : 'ignore'
  const child = spawn(program, words, { env, cwd, stdio: [output, output, 'pipe'] })
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (isShown) process.stderr.write(chunk)
    lastWords = (lastWords + chunk.toString('utf8')).slice(-MAX_KEPT)
  })
  let isWished = false
  const onSignal = (name: NodeJS.Signals): void => {
    isWished = true
    // Ctrl+C a terminal sends to both.
    if (name !== 'SIGINT') child.kill(name)
  }
  for (const name of STOPS) process.on(name, onSignal)
  const stopWatching = startup === undefined ? () => undefined : watchStartup(child, startup)
  const end = await untilEnded(child)
  const isHung = stopWatching()
  for (const name of STOPS) process.off(name, onSignal)

  const exitCode = exitCodeOf(end)
  if (isWished) return { exitCode, why: undefined }
  if (isHung) return { exitCode, why: `${path.basename(program)} showed no sign of its window, so it was ended.` }
  if (exitCode === 0) {
    const hasBegun = startup?.hasBegun() ?? true
    return { exitCode, why: hasBegun ? undefined : `${path.basename(program)} ended at once and opened nothing.` }
  }
  return { exitCode, why: describeEnd({ program, ...end, lastWords: end.error?.message ?? lastWords }) }
}

const STOPS = ['SIGINT', 'SIGTERM'] as const

/** Returns what ends the watch, and tells whether it had to end the program. */
function watchStartup(child: ChildProcess, startup: Startup): () => boolean {
  const { hasBegun, onLate, lateMs = 20_000, hungMs = 60_000 } = startup
  let isHung = false
  const late = setTimeout(() => hasBegun() || onLate(), lateMs)
  const hung = setTimeout(() => {
    isHung = !hasBegun()
    if (isHung) child.kill('SIGKILL')
  }, hungMs)
  return () => {
    clearTimeout(late)
    clearTimeout(hung)
    return isHung
  }
}

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  error?: Error
}

function exitCodeOf({ code, signal, error }: End): number {
  if (error !== undefined) return 126
  return signal === null ? (code ?? 1) : 128 + constants.signals[signal]
}

async function untilEnded(child: ChildProcess): Promise<End> {
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}
