import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors/app-error.ts'
import { ENVIRONMENTS, type Environment } from '../../../shared/model/connection.ts'
import { INTEGRITIES } from '../../../shared/model/document-signatures.ts'
import { diskProblem, errorCode } from '../../files/file-system.ts'
import { createOwnFile, openUntrusted, readUntrusted, UntrustedFileError } from '../../files/open-untrusted.ts'
import { fileFailure } from '../disk/disk-failures.ts'

export const MANIFEST_JSON = 'parcel-desk-manifest.json'
export const MANIFEST_CSV = 'parcel-desk-manifest.csv'

const optionalText = z.string().nullable()

/** One saved version in a folder's manifest (product, “Ledger and manifest”). */
export const manifestEntry = z.object({
  path: z.string(),
  documentName: optionalText,
  docType: optionalText,
  customerId: optionalText,
  customerName: optionalText,
  setId: z.string(),
  documentId: z.string(),
  parcelRef: optionalText,
  shipmentRef: optionalText,
  statusAtFetch: optionalText,
  modifiedDateAtFetch: optionalText,
  bytes: z.number(),
  sha256: z.string(),
  lengthDeclared: z.boolean(),
  savedAt: z.string(),
  user: z.string(),
  service: z.string(),
  /** What must be known of it although it was saved. */
  remark: optionalText,
  /** How many digital signatures it carries; null where nobody looked. */
  pdfSignatures: z.number().nullable().default(null),
  /** Whether what was signed is what was saved: the worst answer of them, as `verify --signatures` gives it. */
  pdfSignatureVerdict: z.enum(INTEGRITIES).nullable().default(null),
})

const manifestShape = z.object({
  manifest: z.literal(1),
  environment: z.enum(ENVIRONMENTS),
  documents: z.array(manifestEntry),
})

export type ManifestEntry = z.infer<typeof manifestEntry>

export interface Manifest {
  environment: Environment
  /** Reads the disk each time. Fails with folder-refused where the file is damaged. */
  documents(): AsyncIterable<ManifestEntry>
}

/** The first line of the file; one entry per line follows, so that a manifest of any size can be read in little memory. */
export function manifestHead(environment: Environment): string {
  return `{"manifest":1,"environment":"${environment}","documents":[\n`
}

export const MANIFEST_END = ']}'

/** Longer than any entry: a longer line was not written by us. */
const MAX_LINE_CHARS = 1024 * 1024
/** A manifest that another program has rewritten in another form is read whole. */
const MAX_FOREIGN_BYTES = 64 * 1024 * 1024

/**
 * The manifest file of a folder; undefined where it has none. Others may have put the file there: a link or a named pipe is
 * refused (W-M3). Fails with folder-refused when it cannot be read as a manifest or belongs to a user not in `ownedBy`, with
 * file-held, and with folder-gone where its share goes away meanwhile.
 */
export async function readManifestFile(folder: string, ownedBy?: readonly number[]): Promise<Manifest | undefined> {
  const file = join(folder, MANIFEST_JSON)
  const start = await readHead(folder, file, ownedBy)
  if (start === undefined) return undefined
  const environment = ENVIRONMENTS.find((one) => start.startsWith(manifestHead(one)))
  if (environment !== undefined) return { environment, documents: () => translateFailures(folder, entriesByLine(file)) }
  // Not in our form: an editor may have rewritten it with other white space.
  const { documents, ...head } = await readWhole(folder, file)
  return {
    environment: head.environment,
    documents: async function* () {
      yield* documents
    },
  }
}

/** The beginning of a file that others may have put there. Throws what opening throws. */
export async function headOf(file: string, ownedBy?: readonly number[]): Promise<string> {
  const handle = await openUntrusted(file, ownedBy === undefined ? {} : { ownedBy })
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(128) })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function readHead(
  folder: string,
  file: string,
  ownedBy: readonly number[] | undefined,
): Promise<string | undefined> {
  try {
    return await headOf(file, ownedBy)
  } catch (thrown) {
    const code = errorCode(thrown)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw unreadableManifest(folder, thrown)
  }
}

async function* entriesByLine(file: string): AsyncGenerator<ManifestEntry> {
  for await (const line of jsonLines(file)) yield manifestEntry.parse(line)
}

/** What is on each line between the first and the last. Throws where a line is no JSON or the end is missing. */
export async function* jsonLines(file: string): AsyncGenerator {
  const handle = await openUntrusted(file)
  const chunks: AsyncIterable<string> = handle.createReadStream({ encoding: 'utf8', highWaterMark: 256 * 1024 })
  let rest = ''
  let isHead = true
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARS) throw new Error('a line of it does not end')
    for (const line of isHead ? lines.slice(1) : lines) {
      if (line === MANIFEST_END) return
      yield JSON.parse(line.replace(/,$/, ''))
    }
    isHead &&= lines.length === 0
  }
  throw new Error('the end is missing')
}

async function* translateFailures(
  folder: string,
  entries: AsyncIterable<ManifestEntry>,
): AsyncGenerator<ManifestEntry> {
  try {
    yield* entries
  } catch (thrown) {
    throw unreadableManifest(folder, thrown)
  }
}

async function readWhole(folder: string, file: string): Promise<z.infer<typeof manifestShape>> {
  try {
    return manifestShape.parse(JSON.parse(await readUntrusted(file, MAX_FOREIGN_BYTES)))
  } catch (thrown) {
    throw unreadableManifest(folder, thrown)
  }
}

/**
 * What reading an archive's records throws, as a failure: folder-gone where its share went away meanwhile, file-held where
 * another program has the file open. Anything else passes through unchanged.
 */
export function readingFailure(folder: string, thrown: unknown): unknown {
  const problem = diskProblem(thrown)
  if (problem !== 'gone' && problem !== 'unnamed') return fileFailure(thrown, join(folder, MANIFEST_JSON))
  return new AppError({ tag: 'folder-gone', folder }, { cause: thrown })
}

/** Errors of the disk are no damage to the file. */
function unreadableManifest(folder: string, thrown: unknown): unknown {
  if (errorCode(thrown) !== '') return readingFailure(folder, thrown)
  const what = thrown instanceof UntrustedFileError ? thrown.reason : 'cannot be read as a manifest'
  const reason = `its ${MANIFEST_JSON} ${what}`
  const next = 'Move that file away to start a new manifest, or choose another folder.'
  return new AppError({ tag: 'folder-refused', folder, reason, next }, { cause: thrown })
}

/** Characters buffered before they are written. */
const BLOCK_CHARS = 256 * 1024

/** A text file that is written in blocks. */
export interface TextFile {
  add(text: string): void
  isFull(): boolean
  write(): Promise<void>
  /** Writes the rest and flushes it to the disk. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Creates the file, whose name only we use. Throws what the disk throws. */
export async function openText(path: string): Promise<TextFile> {
  const handle = await createOwnFile(path)
  let text = ''
  const write = async (): Promise<void> => {
    const block = text
    text = ''
    // Unlike `write` it continues after a short write, and so gets the error of a full disk.
    await handle.appendFile(block)
  }
  return {
    add: (more) => {
      text += more
    },
    isFull: () => text.length >= BLOCK_CHARS,
    write,
    finish: async () => {
      await write()
      await handle.datasync()
    },
    close: () => handle.close(),
  }
}
