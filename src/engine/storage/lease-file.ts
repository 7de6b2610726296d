import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { readUntrustedSync } from '../files/open-untrusted.ts'

const RENEW_EVERY_MS = 15_000
/** Four renewals are missing: whoever wrote it is gone, or asleep. */
const EXPIRES_AFTER_MS = 60_000
const MOST_BYTES = 1_000
const HOLDER = /^process (?<pid>\d{1,10}) on (?<host>\S{1,255}), since /

/** Another program holds the lease; `holder` says which one. */
export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError'
  readonly holder: string

  constructor(holder: string) {
    super(`held by ${holder}`)
    this.holder = holder
  }
}

/** The sole right to write something in a folder that several computers share. */
export interface Lease {
  /** The number of the user whom the share gives files to that we make there. */
  readonly userId: number
  /** False once another program has taken it, or somebody removed it. */
  isHeld(): boolean
  close(): void
}

/**
 * Takes a lease: a file that says who has it and is renewed for as long as that program lives. Unlike a lock on a file it
 * cannot be held by who may only read (W-L3), and it holds on shares that know no locks. A program of this computer that is
 * gone frees it at once, one of another computer after a minute (docs/decisions/journal-lease.md). Throws LeaseHeldError, and
 * what the file system throws.
 */
export function takeLease(file: string): Lease {
  const holder = `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`
  const part = writePart(file, holder)
  try {
    const other = holderOf(file, part.writtenMs)
    if (other !== undefined) throw new LeaseHeldError(other)
  } catch (thrown) {
    rmSync(part.path, { force: true })
    throw thrown
  }
  let stamp = moveIntoPlace(part.path, file)
  const isHeld = (): boolean => stamp !== '' && fileStamp(file) === stamp
  const renew = (): void => {
    try {
      if (isHeld()) stamp = moveIntoPlace(writePart(file, holder).path, file)
    } catch {
      // A share that is away for a moment; whoever writes next sees how it stands.
    }
  }
  const timer = setInterval(renew, RENEW_EVERY_MS)
  timer.unref()
  return {
    userId: part.userId,
    isHeld,
    close: () => {
      clearInterval(timer)
      if (isHeld()) rmSync(file, { force: true })
      stamp = ''
    },
  }
}

/** Made exclusively, so that it is ours and nothing planted; its time is the clock of the share, as that of the lease. */
function writePart(file: string, holder: string): { path: string; writtenMs: number; userId: number } {
  const path = `${file}.${randomUUID().slice(0, 8)}.part`
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    writeSync(descriptor, holder)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  const { mtimeMs, uid } = lstatSync(path)
  return { path, writtenMs: mtimeMs, userId: uid }
}

function moveIntoPlace(part: string, file: string): string {
  try {
    renameSync(part, file)
    return fileStamp(file)
  } catch (thrown) {
    rmSync(part, { force: true })
    throw thrown
  }
}

/** Who holds it at the moment; undefined where nobody does. */
function holderOf(file: string, nowMs: number): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined || nowMs - found.mtimeMs > EXPIRES_AFTER_MS) return undefined
  const holder = textOf(file)
  if (holder === undefined) return undefined
  const { pid, host } = HOLDER.exec(holder)?.groups ?? {}
  const isGone = host === hostname() && pid !== undefined && !isRunning(Number(pid))
  return isGone ? undefined : holder
}

/** What is no readable file, a planted link say, is no lease: it is replaced, not followed. */
function textOf(file: string): string | undefined {
  try {
    return readUntrustedSync(file, MOST_BYTES).slice(0, 200)
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // It runs, for another user.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

/** Another program's lease has another time; empty where there is none. */
function fileStamp(file: string): string {
  const found = lstatSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${found.ino}:${found.mtimeNs}`
}
