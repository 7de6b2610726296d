import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import { openUntrusted, UntrustedFileError } from '../files/open-untrusted.ts'
import { diskProblem } from '../files/file-system.ts'
import { diagnoseFileFailure } from '../saving/disk/disk-failures.ts'
import { documentFileName } from '../saving/names/file-names.ts'
import { coverPages, drawCover } from './cover.ts'
import { type InspectedPdf, inspectPdf } from './inspect-pdf.ts'
import { createMergedPdf, type MergedPdf } from './merge-pdfs.ts'
import { indexFiles, type IndexLine } from './pack-index.ts'
import { createFolderSink, createZipSink, type PackSink, withChecksums } from './pack-sink.ts'
import type { PackedEntry, PackRun, PackTask, WrittenPack } from './pack-task.ts'
import type { PackedFile } from './plan-pack.ts'

const MERGED = 'pack.pdf'

/**
 * Writes a pack under the name of its part: documents, cover, index, checksums. Every file is read once and must have the bytes that
 * the ledger recorded. Fails with file-refused, file-held; what the disk says of the pack itself passes through.
 */
export async function writePack(task: PackTask, { onProgress, signal }: PackRun = {}): Promise<WrittenPack> {
  const { form, part, entries, lacks } = task
  const sink = withChecksums(form === 'zip' ? createZipSink(part) : createFolderSink(part))
  try {
    const merged = form === 'merged' ? await createMergedPdf(coverPages(entries.length)) : undefined
    const lines: IndexLine[] = []
    for (const entry of entries) {
      signal?.throwIfAborted()
      const order = lines.length + 1
      lines.push(await packOne(entry, { order, of: entries.length, form, sink, merged }))
      onProgress?.(order)
      await nextTurn()
    }
    const cover = await drawCover(lines, lacks)
    sink.add('cover.pdf', cover)
    for (const { name, bytes } of indexFiles(lines, { form, lacks })) sink.add(name, bytes)
    if (merged !== undefined) sink.add(MERGED, await merged.finish(cover))
    return { ...sink.finish(), ...totals(lines) }
  } finally {
    sink.close()
  }
}

interface PackPlace extends Pick<PackTask, 'form'> {
  order: number
  of: number
  sink: PackSink
  merged: MergedPdf | undefined
}

async function packOne(entry: PackedEntry, place: PackPlace): Promise<IndexLine> {
  const { file, signature, ...known } = entry
  const { order, of, form } = place
  const bytes = await readSaved(file)
  const inspected = await inspectPdf(bytes)
  const number = String(order).padStart(Math.max(2, String(of).length), '0')
  const name = documentFileName([number, known.parcelRef, known.title].filter(Boolean).join(' '))
  const put = await putDocument({ title: `${number} ${known.title}`, name, bytes, inspected }, place)
  return {
    order,
    ...known,
    path: form === 'index' ? null : put.firstPage === null ? name : MERGED,
    ...put,
    pages: inspected.pages,
    bytes: file.bytes,
    sha256: file.sha256,
    state: file.status,
    fetchedAt: file.fetchedAt,
    signature: signature ?? signatureOf(inspected),
  }
}

type Put = Pick<IndexLine, 'firstPage' | 'kept'>

/** A signed document is attached whole; another whose pages must not or cannot be taken out stays a file. */
async function putDocument(
  { title, name, bytes, inspected }: { title: string; name: string; bytes: Buffer; inspected: InspectedPdf },
  { form, sink, merged }: PackPlace,
): Promise<Put> {
  if (form !== 'index' && merged === undefined) sink.add(name, bytes)
  if (merged === undefined) return { firstPage: null, kept: null }
  const { document, kept } = inspected
  if (document !== null && kept === null) {
    const firstPage = await merged.add(title, document).catch(() => null)
    if (firstPage !== null) return { firstPage, kept }
  }
  if (kept === 'signed') await merged.attach(title, name, bytes)
  else sink.add(name, bytes)
  return { firstPage: null, kept: kept ?? 'unreadable' }
}

function signatureOf({ document, isSigned }: InspectedPdf): string {
  if (isSigned) return 'carries a signature, not verified'
  return document === null ? 'unknown' : 'none found'
}

function totals(lines: readonly IndexLine[]): Pick<WrittenPack, 'documents' | 'pages' | 'kept'> {
  const kept = lines.flatMap(({ path, kept: why }) => (why === null || path === null ? [] : [{ path, why }]))
  return { documents: lines.length, pages: lines.reduce((sum, { pages }) => sum + (pages ?? 0), 0), kept }
}

/** The bytes that the ledger recorded, or a failure: between plan and pack a file may have been changed, moved or deleted. */
async function readSaved({ path, bytes, sha256 }: PackedFile): Promise<Buffer> {
  try {
    await using file = await openUntrusted(path)
    const content = (await file.stat()).size === bytes ? await file.readFile() : undefined
    if (content !== undefined && hash('sha256', content) === sha256) return content
  } catch (thrown) {
    if (thrown instanceof UntrustedFileError) throw refused(path, `it ${thrown.reason}`)
    if (diskProblem(thrown) === 'gone') throw refused(path, 'it is not there any more')
    throw await diagnoseFileFailure(thrown, path)
  }
  throw refused(path, 'it was changed since it was saved')
}

function refused(path: string, reason: string): AppError {
  const next = 'Save its set again, then make the pack.'
  return new AppError({ tag: 'file-refused', path, reason, next })
}
