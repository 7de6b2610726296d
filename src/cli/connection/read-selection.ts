import { createReadStream } from 'node:fs'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { tooLarge } from '../../engine/tables/table.ts'
import type { Selection } from '../../shared/model/selection.ts'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { errorCode } from '../../engine/files/file-system.ts'
import { DEFAULT_STATUS } from '../../engine/search/selection.ts'
import { formatBytes } from '../../shared/text/format.ts'
import { MAX_LIST_BYTES } from '../../shared/words/worklist-words.ts'
import type { CommandRun } from '../command-run.ts'
import type { ConnectionOptions, SelectionOptions } from '../options/option-types.ts'

/** The selection by the options, including the references of --refs-file. Fails with bad-usage; sends nothing. */
export async function readSelection(run: CommandRun<SelectionOptions & ConnectionOptions>): Promise<Selection> {
  const { options } = run
  const listed = options.refsFile === undefined ? [] : await readListed(run, options.refsFile)
  return {
    customers: options.customer ?? [],
    shipmentRefs: [...new Set([...(options.shipmentRef ?? []), ...listed])],
    status: options.status ?? DEFAULT_STATUS,
    instance: options.instance ?? null,
    filters: options.filter ?? {},
    states: options.state ?? [],
  }
}

async function readListed(run: CommandRun<ConnectionOptions>, file: string): Promise<string[]> {
  const { options, terminal, screen, interruption } = run
  // Loaded on demand: the CSV parser takes a tenth of the time to the first request.
  const { parseReferences } = await import('../../engine/search/read-references.ts')
  const parse = (bytes: Buffer, source: string): string[] => {
    const { references, note } = parseReferences(bytes, source)
    if (note !== null) screen.note(`${source}: ${note}`)
    return references
  }
  if (file !== '-') return parse(await readWhole(path.resolve(terminal.workingDir, file)), file)
  if (options.passwordStdin === true) {
    throw badUsage(
      '--refs-file - and --password-stdin both read standard input.',
      'Put the password into PARCEL_DESK_PASSWORD, or the references into a file.',
    )
  }
  // Otherwise Ctrl+C would have no effect while the other end of the pipe writes nothing.
  return parse(await readList(addAbortSignal(interruption.stop, terminal.stdin), 'Standard input'), 'Standard input')
}

async function readWhole(file: string): Promise<Buffer> {
  try {
    return await readList(createReadStream(file), file)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw badUsage(`The list of references ${file} cannot be read: ${whyUnreadable(thrown)}.`, 'Check --refs-file.')
  }
}

/** A pipe or a device has no size to ask for: what is too large for a list is known by what came. */
async function readList(stream: Readable, source: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    chunks.push(part)
    bytes += part.length
    if (bytes > MAX_LIST_BYTES) throw tooLarge(source, `is too large: a list may have ${formatBytes(MAX_LIST_BYTES)}`)
  }
  return Buffer.concat(chunks)
}

/** Why a file cannot be read, in words. */
export function whyUnreadable(thrown: unknown): string {
  const code = errorCode(thrown)
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return code === 'EACCES' || code === 'EPERM' ? 'access is denied' : code === '' ? String(thrown) : code
}
