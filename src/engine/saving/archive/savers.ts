import { lstat, rename, rm } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { z } from 'zod'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { OtherSaver } from '../../../shared/model/job.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import { repeatEvery, serialize } from '../../base/async.ts'
import { isRunning } from '../../base/is-running.ts'
import { createOwnFile, readUntrusted } from '../../files/open-untrusted.ts'
import { retryWhileHeld } from '../../files/file-system.ts'
import type { ClockPort } from '../../ports/clock.ts'
import {
  makeSharingFolder,
  partOf,
  removeSharingFolder,
  type SharingFile,
  sharingFile,
  sharingFiles,
} from './sharing-files.ts'

const BEAT_EVERY_MS = 15_000
/** Four missed beats: its program was killed, its computer sleeps, or the share is away for it. */
const STALE_AFTER_MS = 60_000
/** A file from further ahead was not dated by a clock that anybody lives by. */
const CLOCKS_DIFFER_MS = 600_000
const MAX_BYTES = 4_000
const MAX_NAME_CHARS = 80

const saverShape = z.object({
  version: z.literal(1),
  host: z.string(),
  user: z.string(),
  pid: z.number(),
  job: z.string(),
  since: z.string(),
})

export interface Savers {
  /** Whether another installation has been seen here since the announcement, saving or killed. */
  hasSeenOthers(): boolean
  /** Looks again, now. Never fails. */
  look(): Promise<void>
  /** Takes the announcement back, and removes those of installations that have ended without doing so. Never fails. */
  leave(): Promise<void>
}

interface Announcement {
  writerId: string
  jobId: string
  clock: ClockPort
  /** Called with those who save now, when that has changed. */
  onOthers?: ((others: readonly OtherSaver[]) => void) | undefined
}

/**
 * Tells in an archive that this installation saves into it, with a heartbeat, and who else does. It is for people, and a sign
 * for the manifest; nothing waits for it. So it never fails: without it a save goes on as well.
 */
export async function announceSaving(folder: string, announcement: Announcement): Promise<Savers> {
  const { writerId, jobId, clock, onOthers } = announcement
  const own = sharingFile(folder, 'saving', writerId)
  const text = JSON.stringify({
    version: 1,
    host: hostname(),
    user: userName(),
    pid: process.pid,
    job: jobId,
    since: clock.now().toISOString(),
  })
  let hasSeenOthers = false
  let stale: SharingFile[] = []
  let known = '[]'
  const look = async (): Promise<void> => {
    // By the clock of the share, which dates all of them.
    const { mtimeMs: nowMs } = await lstat(own)
    const seen = await saversIn(folder, { writerId, nowMs })
    hasSeenOthers ||= seen.some(({ file }) => file.writerId !== writerId)
    stale = seen.filter(({ saver }) => saver === undefined).map(({ file }) => file)
    const others = seen.flatMap(({ saver }) => saver ?? [])
    const told = JSON.stringify(others.map(({ host, user, job }) => [host, user, job]))
    if (told !== known) onOthers?.(others)
    known = told
  }
  const inTurn = serialize()
  const quietly = (work: () => Promise<void>): Promise<void> =>
    inTurn(work).catch(ignoring('nothing but a hint to others depends on it'))
  const beat = async (): Promise<void> => {
    await writeOwn(own, text)
    await look()
  }
  await quietly(async () => {
    await makeSharingFolder(folder)
    await beat()
  })
  const stopBeating = repeatEvery(clock, BEAT_EVERY_MS, () => void quietly(beat))
  return {
    hasSeenOthers: () => hasSeenOthers,
    look: () => quietly(look),
    leave: async () => {
      stopBeating()
      await quietly(async () => {
        const unfinished = sharingFile(folder, 'manifest', writerId)
        for (const { path } of stale) await removeQuietly([path, partOf(path)])
        await removeQuietly([own, partOf(own), partOf(unfinished)])
        await removeSharingFolder(folder)
      })
    },
  }
}

/** Who saves into an archive now, by the clock of this computer; nobody where that cannot be read. Writes nothing. */
export async function saversNow(folder: string, looker: { writerId: string; clock: ClockPort }): Promise<OtherSaver[]> {
  const now = { writerId: looker.writerId, nowMs: looker.clock.now().getTime() }
  const seen = await saversIn(folder, now).catch(() => [])
  return seen.flatMap(({ saver }) => saver ?? [])
}

interface SeenSaver {
  file: SharingFile
  /** Undefined where its program has ended, or what it says cannot be read. */
  saver: OtherSaver | undefined
}

async function saversIn(folder: string, looker: { writerId: string; nowMs: number }): Promise<SeenSaver[]> {
  const files = (await sharingFiles(folder)).filter(({ writerId }) => writerId !== looker.writerId)
  const seen: SeenSaver[] = []
  for (const file of files) {
    if (file.kind !== 'saving') continue
    const ageMs = looker.nowMs - file.modifiedMs
    const isFresh = ageMs <= STALE_AFTER_MS && ageMs >= -CLOCKS_DIFFER_MS
    seen.push({ file, saver: isFresh ? await readSaver(file) : undefined })
  }
  return seen
}

/** Others could put any file there: a link, a pipe, a text to deceive. */
async function readSaver({ path }: SharingFile): Promise<OtherSaver | undefined> {
  try {
    const { host, user, job, since, pid } = saverShape.parse(JSON.parse(await readUntrusted(path, MAX_BYTES)))
    if (host === hostname() && !isRunning(pid)) return undefined
    const plain = (text: string): string => plainText(text, MAX_NAME_CHARS)
    return { host: plain(host), user: plain(user), job: plain(job), since: plain(since) }
  } catch {
    return undefined
  }
}

/** Replaced in one step, so that nobody reads half of it. */
async function writeOwn(file: string, text: string): Promise<void> {
  const handle = await createOwnFile(partOf(file))
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
  await retryWhileHeld(() => rename(partOf(file), file))
}

async function removeQuietly(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true }).catch(ignoring('who finds it there sees its age'))
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
