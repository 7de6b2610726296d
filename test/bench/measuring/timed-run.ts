import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'

export interface Command {
  program: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

export interface TimedRun {
  exitCode: number
  wallSeconds: number
  cpuSeconds: number
  peakRssBytes: number
  stderr: string
}

export interface TimedRunOptions {
  /** A file that GNU time may write its figures to; removed afterwards. */
  timeFile: string
  /** Called with what the command prints; without it the output is dropped. */
  onStdout?: (chunk: Buffer) => void
}

const KEPT_STDERR_CHARACTERS = 4000

/**
 * Runs a command under GNU time: the whole process counts, from its start to its end, and the peak is the kernel's own.
 * The environment is only PATH and what the command brings, so that no settings file or proxy of the user plays along.
 */
export async function timedRun(command: Command, options: TimedRunOptions): Promise<TimedRun> {
  const args = ['-q', '-o', options.timeFile, '-f', '%e %U %S %M', command.program, ...command.args]
  const child = spawn('/usr/bin/time', args, {
    env: { PATH: process.env['PATH'] ?? '', ...command.env },
    stdio: ['ignore', options.onStdout === undefined ? 'ignore' : 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-KEPT_STDERR_CHARACTERS)))
  if (options.onStdout !== undefined) child.stdout?.on('data', options.onStdout)
  await once(child, 'close')
  const figures = (await readFile(options.timeFile, 'utf8')).trim().split(' ').map(Number)
  await rm(options.timeFile)
  const [wallSeconds = NaN, userSeconds = NaN, systemSeconds = NaN, peakRssKib = NaN] = figures
  return {
    exitCode: child.exitCode ?? 1,
    wallSeconds,
    cpuSeconds: userSeconds + systemSeconds,
    peakRssBytes: peakRssKib * 1024,
    stderr,
  }
}
