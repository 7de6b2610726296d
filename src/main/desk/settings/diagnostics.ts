import { open, readdir, stat } from 'node:fs/promises'
import { release, type as systemName } from 'node:os'
import { join } from 'node:path'
import type { Output } from '../../../shared/contract/contract.ts'
import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import { withinTime } from '../../../engine/base/async.ts'
import { unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { HostFacts } from '../desk-ports.ts'
import type { SettingsStore } from './settings-store.ts'

/** The user is waiting for the screen; a keychain that asks to be unlocked takes longer than this. */
const CHECK_TIMEOUT_MS = 5_000
/** Nobody asks support about older jobs. */
const MAX_JOBS = 50

export interface DiagnosticsOptions {
  engine: Pick<ParcelDesk, 'accounts' | 'jobs' | 'logger'>
  host: HostFacts
  clock: ClockPort
  dataDir: string
  settings: SettingsStore
}

export type Diagnostics = Output<'diagnostics.read'>

/** What support needs to know of this installation. */
export async function readDiagnostics({ engine, host, clock, dataDir }: DiagnosticsOptions): Promise<Diagnostics> {
  return {
    host: host.kind,
    versions: [
      { name: 'Parcel Desk', version: host.version },
      ...host.versions,
      { name: 'Node', version: process.versions.node },
      { name: 'SQLite', version: process.versions['sqlite'] ?? 'not known' },
      { name: systemName(), version: `${release()} ${process.arch}` },
    ],
    dataFolder: dataDir,
    logFolder: host.logDir,
    keychain: await checkKeychain(engine, clock),
  }
}

async function checkKeychain(
  { accounts, logger }: DiagnosticsOptions['engine'],
  clock: ClockPort,
): Promise<Diagnostics['keychain']> {
  const reason = `it gave no answer for ${CHECK_TIMEOUT_MS / 1000} seconds`
  const lateError = (): Error => new AppError({ tag: 'keychain-unavailable', reason })
  try {
    await withinTime(accounts.checkKeychain(), { clock, timeMs: CHECK_TIMEOUT_MS, lateError })
    return { isAvailable: true, failure: null }
  } catch (thrown) {
    const failure = failureOf(thrown) ?? unexpectedFailure(logger, 'checking the keychain', thrown)
    return { isAvailable: false, failure: describeFailure(failure, 'desk') }
  }
}

/** Versions, settings, jobs and the end of the log as one text, redacted like the log. */
export async function supportBundle(options: DiagnosticsOptions): Promise<string> {
  const { engine, settings, host } = options
  const sections: [title: string, lines: string[]][] = [
    ['Parcel Desk: for support', [new Date().toISOString()]],
    ['Diagnostics', asJson(await readDiagnostics(options))],
    ['Settings', asJson(settings.read())],
    [
      'Jobs, the newest first',
      engine.jobs
        .list()
        .slice(0, MAX_JOBS)
        .map((job) => JSON.stringify(job)),
    ],
    ['End of the log', await lastLogLines(host.logDir)],
  ]
  // Line by line, because redaction cuts very long text.
  const lines = sections.flatMap(([title, content]) => [title, '='.repeat(title.length), ...content, ''])
  return `${lines.map((line) => engine.logger.redact(line)).join('\n')}\n`
}

function asJson(value: unknown): string[] {
  return JSON.stringify(value, undefined, 2).split('\n')
}

/** Covers the last days and is small enough to send. */
const MAX_LINES = 2_000
const MAX_BYTES = 2_000_000

/** The end of the log, oldest line first, from older files too if the newest is short. Never fails: without a log, no lines. */
async function lastLogLines(logDir: string): Promise<string[]> {
  const lines: string[] = []
  for (const file of await logFiles(logDir)) {
    lines.unshift(...(await linesAtEnd(file)))
    if (lines.length >= MAX_LINES) break
  }
  return lines.slice(-MAX_LINES)
}

/** Newest first. */
async function logFiles(logDir: string): Promise<string[]> {
  const names = (await readdir(logDir).catch(() => [])).filter((name) => name.endsWith('.log'))
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(logDir, name)
      const modifiedMs = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      return { file, modifiedMs }
    }),
  )
  return files.toSorted((one, other) => other.modifiedMs - one.modifiedMs).map(({ file }) => file)
}

async function linesAtEnd(file: string): Promise<string[]> {
  try {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      const start = Math.max(0, size - MAX_BYTES)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
      // The first line may be cut, and half a secret would not be recognised.
      return (start > 0 ? lines.slice(1) : lines).filter((line) => line !== '')
    } finally {
      await handle.close()
    }
  } catch {
    return []
  }
}
