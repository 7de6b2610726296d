import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { repeatEvery } from '../base/async.ts'
import { readUntrustedSync } from '../files/open-untrusted.ts'
import type { ClockPort } from '../ports/clock.ts'
import { errorCode } from '../files/file-system.ts'

const RENEW_EVERY_MS = 15_000
/** Four missed renewals: the program that wrote it has ended, or its computer sleeps. */
const EXPIRES_AFTER_MS = 60_000
const MAX_BYTES = 1_000
const HOLDER = /^process (?<pid>\d{1,10}) on (?<host>\S{1,255}), since /

/** Another program holds the lease; `holder` names it. */
export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError'
  readonly holder: string

  constructor(holder: string) {
    super(`held by ${holder}`)
    this.holder = holder
  }
}

/** The exclusive right to write something in a folder that several computers share. */
export interface Lease {
  /** The id of the user who owns the files that we create on the share. */
  readonly userId: number
  /** False once another program has taken the lease, or its file was removed. */
  isHeld(): boolean
  close(): void
}

/**
 * Takes a lease: a file that names its holder and is renewed as long as that program runs. Unlike a file lock it cannot be
 * held by a user who may only read (W-L3), and it works on shares without locks. A lease is free at once when its program on
 * this computer has ended, and after a minute when it is another computer's (docs/decisions/journal-lease.md). Throws
 * LeaseHeldError, and what the file system throws.
 */
export function takeLease(file: string, clock: ClockPort): Lease {
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
      // The share is away for a moment; the next write finds out whether the lease is still held.
    }
  }
  const stopRenewing = repeatEvery(clock, RENEW_EVERY_MS, renew)
  return {
    userId: part.userId,
    isHeld,
    close: () => {
      stopRenewing()
      if (isHeld()) rmSync(file, { force: true })
      stamp = ''
    },
  }
}

/** Created exclusively, so that it is ours and not planted; its time is that of the share's clock, like the lease's. */
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

/** Who holds the lease; undefined where nobody does. */
function holderOf(file: string, nowMs: number): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || nowMs - stats.mtimeMs > EXPIRES_AFTER_MS) return undefined
  const holder = textOf(file)
  if (holder === undefined) return undefined
  const { pid, host } = HOLDER.exec(holder)?.groups ?? {}
  const isGone = host === hostname() && pid !== undefined && !isRunning(Number(pid))
  return isGone ? undefined : holder
}

/** Undefined for anything but a readable file, such as a planted link: it is replaced, not followed. */
function textOf(file: string): string | undefined {
  try {
    return readUntrustedSync(file, MAX_BYTES).slice(0, 200)
  } catch {
    return undefined
  }
}

/** Identifies one lease; empty where there is none. */
function fileStamp(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? '' : `${stats.ino}:${stats.mtimeNs}`
}

/** Whether a process of this computer is there, whoever started it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // It runs as another user.
    return errorCode(thrown) === 'EPERM'
  }
}
