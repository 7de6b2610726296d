import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { PackForm, PackResult } from '../../shared/model/pack.ts'
import { counted } from '../../shared/text/format.ts'
import { errorCode, retryWhileHeld } from '../files/file-system.ts'
import { diagnoseDiskFailure, refuseNoFolder } from '../saving/disk/disk-failures.ts'
import { flushFolder, isTaken, moveOver, placeNew } from '../saving/disk/disk.ts'
import { partName } from '../saving/disk/part-files.ts'
import { askThread } from '../threads/ask-thread.ts'
import type { PackPlan } from './pack-order.ts'
import type { PackedEntry, PackRun, WrittenPack } from './pack-task.ts'

export interface PackRequest extends PackPlan {
  form: PackForm
  /** An absolute path that nothing has yet: of the zip, else of the folder. */
  output: string
}

export interface PackMeans {
  /** The entry of the thread (`pack-worker.ts`); without it, packs are written on this thread, document by document. */
  program: URL | undefined
  /** What a check of the digital signatures in a file says; without it the index only says whether there may be any. */
  signaturesOf?: ((path: string) => Promise<string | null>) | undefined
}

/** A zip without the extensions that few readers know. */
const MAX_ZIP_BYTES = 4_000_000_000
const MAX_ZIP_FILES = 65_000

/**
 * Makes a pack of saved documents: written to a part first, and named last. Nothing is left of one that fails. Fails with
 * incomplete where a document is not saved, file-exists, nothing-matched, interrupted, as `writePack` does and like the disk.
 */
export async function makePack(request: PackRequest, means: PackMeans, run: PackRun = {}): Promise<PackResult> {
  const { form, output, lacks } = request
  const folder = dirname(output)
  if (request.entries.length === 0)
    throw new AppError({ tag: 'nothing-matched', what: 'there is no document for a pack' })
  await refuseNoFolder(folder)
  const part = partName(output, randomUUID())
  try {
    if (await isTaken(output)) throw new AppError({ tag: 'file-exists', path: output })
    const entries = await packedEntries(request, means, run.signal)
    if (form === 'zip') refuseTooLarge(entries)
    const task = { form, part, entries, lacks }
    // Libraries that few runs need are loaded by those.
    const written =
      means.program === undefined
        ? await (await import('./write-pack.ts')).writePack(task, run)
        : await askThread<WrittenPack>(means.program, task, { onStep: run.onProgress, signal: run.signal, crashed })
    run.signal?.throwIfAborted()
    if (!(await place(form, part, output))) throw new AppError({ tag: 'file-exists', path: output })
    await flushFolder(folder)
    return { output, lacks, ...written }
  } catch (thrown) {
    await retryWhileHeld(() => rm(part, { recursive: true, force: true })).catch(ignoring('its name says what it is'))
    if (run.signal?.aborted === true) throw new AppError({ tag: 'interrupted' }, { cause: thrown })
    throw await diagnoseDiskFailure(thrown, folder, output)
  }
}

function crashed(thrown: unknown): Error {
  if (errorCode(thrown) !== 'ERR_WORKER_OUT_OF_MEMORY') return new Error('the pack thread crashed', { cause: thrown })
  const next = 'Make it a folder or a zip, or of fewer documents.'
  return badUsage('These documents take more memory than a pack may.', next)
}

async function packedEntries(
  { entries }: PackPlan,
  { signaturesOf }: PackMeans,
  signal: AbortSignal | undefined,
): Promise<PackedEntry[]> {
  const packed: PackedEntry[] = []
  for (const { state: _, file, ...entry } of entries) {
    if (file === null) throw notAllSaved(entries)
    signal?.throwIfAborted()
    packed.push({ ...entry, file, signature: (await signaturesOf?.(file.path)) ?? null })
  }
  return packed
}

const SAVE_FIRST = {
  terminal: 'Save them with “parcel-desk save”, or let the pack do it with --to DIR.',
  desk: 'Save them first, then make the pack.',
}

const WHY = {
  saved: 'is saved',
  unsaved: 'not saved yet',
  gone: 'not where it was saved',
  changed: 'not as it was saved',
}

/** The refusal where documents of a pack are not saved, or not as they were. */
function notAllSaved(entries: PackPlan['entries']): AppError {
  const lacking = Map.groupBy(
    entries.filter(({ file }) => file === null),
    ({ state }) => state,
  )
  const why = Array.from(lacking, ([state, { length }]) => `${length} ${length === 1 ? 'is' : 'are'} ${WHY[state]}`)
  const what = `${entries.filter(({ file }) => file !== null).length} of ${counted(entries.length, 'document')} can be packed`
  return new AppError({ tag: 'incomplete', what, missing: why.join(', '), next: SAVE_FIRST })
}

function refuseTooLarge(entries: readonly PackedEntry[]): void {
  const bytes = entries.reduce((sum, { file }) => sum + file.bytes, 0)
  if (bytes <= MAX_ZIP_BYTES && entries.length <= MAX_ZIP_FILES) return
  throw badUsage('These documents are too many or too large for one zip.', 'Make it a folder, or of fewer documents.')
}

/** False where something has the name by now. */
async function place(form: PackForm, part: string, output: string): Promise<boolean> {
  if (form === 'zip') return await placeNew(part, output)
  if (await isTaken(output)) return false
  await moveOver(part, output)
  return true
}
