import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readUntrustedSync } from '../files/open-untrusted.ts'
import { makeFolder } from '../files/file-system.ts'

const KEPT = 5
/** A record has one stack, which redaction cuts at 10,000 characters. */
const MAX_BYTES = 256 * 1024
const FOLDER = 'crashes'
const NAME = /^\d{4}-\d\d-\d\dT[\d-]+Z-[\da-f]{8}\.json$/

const crashRecord = z.object({
  at: z.string(),
  version: z.string(),
  system: z.string(),
  /** “main process”, “page”, “second window”, “command line”. */
  where: z.string(),
  error: z.object({ name: z.string(), message: z.string(), stack: z.string() }),
})

export type CrashRecord = z.output<typeof crashRecord>

/** The last errors that nobody caught, as small files in the data folder. They are never sent anywhere. */
export interface CrashRecords {
  /** Never fails: a record that cannot be written is left out. */
  add(where: string, thrown: unknown): void
  /** The newest first; those that cannot be read are left out. */
  list(): CrashRecord[]
}

interface CrashRecordsOptions {
  dataDir: string
  version: string
  redact: (text: string) => string
  /** The organisation may forbid it. */
  isAllowed: () => boolean
}

/** Keeps the newest five. */
export function createCrashRecords({ dataDir, version, redact, isAllowed }: CrashRecordsOptions): CrashRecords {
  const folder = join(dataDir, FOLDER)
  return {
    add: (where, thrown) => {
      try {
        if (!isAllowed()) return
        const at = new Date().toISOString()
        const system = `${process.platform} ${process.arch}, Node ${process.versions.node}`
        const record: CrashRecord = { at, version, system, where: redact(where), error: plainError(thrown, redact) }
        makeFolder(folder, 0o700)
        const name = `${at.replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.json`
        writeFileSync(join(folder, name), `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
        for (const old of namesIn(folder).slice(KEPT)) rmSync(join(folder, old), { force: true })
      } catch {
        // The error itself is in the log; a full disk is reported by the work that met it.
      }
    },
    list: () => namesIn(folder).flatMap((name) => readRecord(join(folder, name))),
  }
}

function plainError(thrown: unknown, redact: (text: string) => string): CrashRecord['error'] {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { name: redact(name), message: redact(message), stack: redact(stack ?? '') }
}

/** The newest first: a name begins with the time. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .toSorted()
      .toReversed()
  } catch {
    return []
  }
}

function readRecord(file: string): CrashRecord[] {
  try {
    return [crashRecord.parse(JSON.parse(readUntrustedSync(file, MAX_BYTES)))]
  } catch {
    return []
  }
}
