import { type ChildProcess, spawn } from 'node:child_process'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { describeEnd, hasLostDisplay } from './early-ends.ts'

/** Enough for what a program says at last, with a stack of Chromium. */
const MAX_KEPT = 65_536
const SHOWN_EVERY_MS = 200

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
  options: RunOptions = {},
): Promise<ProgramEnd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parcel-desk-run-'))
  // No pipe: a viewer that it opened for a document may outlive this process, and would die of its next word.
  const said = await open(path.join(folder, 'said'), 'a+')
  try {
    return await runTo(said, { program, words, ...options })
  } finally {
    await said.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Run extends RunOptions {
  program: string
  words: readonly string[]
}

async function runTo(
  said: FileHandle,
  { program, words, env = process.env, cwd = process.cwd(), isShown = false, startup }: Run,
): Promise<ProgramEnd> {
  const output = isShown ? 'inherit' : 'ignore'
  const child = spawn(program, words, { env, cwd, stdio: [output, output, said.fd] })
  const stopShowing = isShown ? showGrowth(said) : () => Promise.resolve()
  let isWished = false
  const onSignal = (name: NodeJS.Signals): void => {
    isWished = true
    // Ctrl+C a terminal sends to both.
    if (name !== 'SIGINT') child.kill(name)
  }
  for (const name of STOPS) process.on(name, onSignal)
  const stopWatching = startup === undefined ? () => false : watchStartup(child, startup)
  const end = await untilEnded(child)
  const isHung = stopWatching()
  for (const name of STOPS) process.off(name, onSignal)
  await stopShowing()

  const exitCode = exitCodeOf(end)
  const name = path.basename(program)
  if (isWished) return { exitCode, why: undefined }
  if (isHung) return { exitCode, why: `${name} showed no sign of its window, so it was ended.` }
  const lastWords = end.error?.message ?? (await endOf(said))
  // Chromium calls that an end like any other.
  if (exitCode === 0 && hasLostDisplay(lastWords))
    return { exitCode: 1, why: describeEnd({ program, ...end, lastWords }) }
  if (exitCode !== 0) return { exitCode, why: describeEnd({ program, ...end, lastWords }) }
  const hasBegun = startup?.hasBegun() ?? true
  return { exitCode, why: hasBegun ? undefined : `${name} ended at once and opened nothing.` }
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
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/** Writes on this terminal what is added to a file. Returns what shows the rest, and stops. */
function showGrowth(file: FileHandle): () => Promise<void> {
  let shown = 0
  let showing = Promise.resolve()
  const show = (): Promise<void> => {
    showing = showing.then(async () => {
      const more = await readFrom(file, shown)
      shown += more.length
      process.stderr.write(more)
    })
    return showing
  }
  const timer = setInterval(() => void show(), SHOWN_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await show()
  }
}

async function endOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  return (await readFrom(file, Math.max(0, size - MAX_KEPT))).toString('utf8')
}

async function readFrom(file: FileHandle, position: number): Promise<Buffer> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - position)), { position })
  return buffer.subarray(0, bytesRead)
}
