import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { JobState } from '../../../shared/model/job.ts'
import { yieldingToEventLoop } from '../../base/async.ts'
import { createInPlaceOf } from '../../files/open-untrusted.ts'
import { retryWhileHeld } from '../../files/file-system.ts'
import { parentOf } from '../names/path-limits.ts'

/** The name of a file while its bytes are arriving; it carries the job's id, so that no two jobs share a part file. */
export function partName(fileName: string, jobId: string): string {
  return `${fileName}.${jobId.slice(-8)}.part`
}

const PROBE = /^\.parcel-desk-probe-[\da-f-]{36}\.part$/

/** The name of a file that proves that a folder is writable; a new one each time, on every computer that shares the folder. */
export function probeName(): string {
  return `.parcel-desk-probe-${randomUUID()}.part`
}

/**
 * Removes what an earlier, killed run of this job left half-written in these folders. What cannot be read or removed
 * stays: it does no harm, and the run itself will report what is wrong with the folder.
 */
export async function removeLeftovers(root: string, relativeFolders: Iterable<string>, jobId: string): Promise<void> {
  const suffix = partName('', jobId)
  for (const relativeFolder of relativeFolders) {
    const folder = join(root, relativeFolder)
    const names = await readdir(folder).catch(() => [])
    const leftovers = names.filter((name) => name.endsWith(suffix) || PROBE.test(name))
    await Promise.all(
      leftovers.map((name) =>
        retryWhileHeld(() => rm(join(folder, name), { force: true })).catch(ignoring('the next run removes it')),
      ),
    )
  }
}

/** Removes what a killed run of the job left half-written beside its pending documents. */
export async function clearLeftovers(
  job: { id: string; folder: string; state: JobState },
  pendingPaths: Iterable<string>,
): Promise<void> {
  // A job that never started has left nothing.
  if (job.state === 'planned') return
  const folders = new Set([''])
  for await (const relativePath of yieldingToEventLoop(pendingPaths)) folders.add(parentOf(relativePath))
  await removeLeftovers(job.folder, folders, job.id)
}

/** A file that is created with its first bytes. It takes over the memory of its chunks: they may be empty afterwards. */
export interface NewFile {
  /** Hashes and writes; replaces what an earlier attempt left under the name. One call at a time. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Writes the rest, flushes to the disk and closes. Returns the SHA-256 of everything in hex. */
  finish(chunks: readonly Uint8Array[]): Promise<string>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
}

/** A file on the calling thread; see `NewFile`. */
export function createNewFile(path: string): NewFile {
  const hash = createHash('sha256')
  let file: PartFile | undefined
  const write: NewFile['write'] = async (chunks) => {
    for (const chunk of chunks) hash.update(chunk)
    // Only we use this name: whatever has it is left from an earlier attempt.
    file ??= await createInPlaceOf(path, () => createPartFile(path))
    await file.write(chunks)
  }
  return {
    write,
    finish: async (chunks) => {
      await write(chunks)
      await file?.finish()
      return hash.digest('hex')
    },
    discard: async () => {
      await file?.close().catch(ignoring('it is given up'))
      await rm(path, { force: true }).catch(ignoring('the next attempt or run removes it'))
    },
  }
}

// Plain descriptors: a FileHandle costs the thread twice as much per call, and every document takes five (measured).
const open = promisify(fs.open)
const datasync = promisify(fs.fdatasync)
const closeDescriptor = promisify(fs.close)

export interface PartFile {
  /** Writes all of it, then releases the memory: the chunks are empty afterwards. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Flushes the bytes to the disk and closes. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Creates the file, which must not exist yet. */
async function createPartFile(path: string): Promise<PartFile> {
  const descriptor = await open(path, 'wx')
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await closeDescriptor(descriptor)
  }
  return {
    write: async (chunks) => {
      await writeAll(descriptor, chunks)
      for (const chunk of chunks) release(chunk)
    },
    finish: async () => {
      await datasync(descriptor)
      await close()
    },
    close,
  }
}

/** A full disk first shows as a short write without an error; only the next write fails with ENOSPC. */
async function writeAll(descriptor: number, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const written = await writeSome(descriptor, chunks)
  if (written === total) return
  let rest = Buffer.concat(chunks).subarray(written)
  while (rest.length > 0) rest = rest.subarray(await writeSome(descriptor, [rest]))
}

function writeSome(descriptor: number, chunks: readonly Uint8Array[]): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.writev(descriptor, chunks, (thrown, written) => {
      if (thrown === null) resolve(written)
      else reject(thrown)
    })
  })
}

/**
 * Frees a chunk's memory at once. Left to the garbage collector, a fast transfer piles up a hundred megabytes of written
 * chunks and spends a tenth of its time collecting them (measured). Memory shared with other chunks, which may not be
 * written yet, is left alone.
 */
function release({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === length) buffer.transfer(0)
}
