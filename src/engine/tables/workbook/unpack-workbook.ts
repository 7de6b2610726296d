import { crc32, inflateRawSync } from 'node:zlib'
import { badUsage } from '../../../shared/errors/app-error.ts'
import { MAX_UNPACKED_BYTES, tooLarge } from '../table.ts'

export interface WorkbookParts {
  /**
   * Unpacks one part, whatever the case of its name; undefined if there is none. Fails with bad-usage if the part is damaged, or
   * all parts together are too large.
   */
  read(name: string): Uint8Array | undefined
}

/** Read for other kinds of workbook, to say which. */
const OTHER_KINDS: readonly (readonly [part: RegExp, message: string, next: string])[] = [
  [
    /(^|\/)vbaproject\.bin$/,
    'holds a macro. Nothing of it was run',
    'Save it as “Excel Workbook (.xlsx)”, which holds none.',
  ],
  [/^xl\/workbook\.bin$/, 'is a binary workbook (.xlsb)', 'Save it as “Excel Workbook (.xlsx)” or as CSV.'],
  [/^content\.xml$/, 'is an OpenDocument file', 'Save it as “Excel Workbook (.xlsx)” or as CSV.'],
  [/^index\/document\.iwa$/, 'is a file of Numbers', 'Export it as Excel or as CSV.'],
]

/**
 * The parts of a workbook, unpacked one by one when they are read. Memory is bounded before it is allocated: a part is unpacked
 * to the size that the archive states, and checked by size and sum. Fails with bad-usage for another kind of file.
 */
export function unpackWorkbook(bytes: Buffer, source: string): WorkbookParts {
  const entries = readDirectory(bytes, source)
  for (const [part, message, next] of OTHER_KINDS) {
    if ([...entries.keys()].some((name) => part.test(name))) throw badUsage(`${source} ${message}.`, next)
  }
  let unpacked = 0
  return {
    read: (name) => {
      const entry = entries.get(plainName(name))
      if (entry === undefined) return undefined
      unpacked += entry.size
      if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge(source, 'is too large: unpacked it has more than 100 MB')
      return unpack(bytes, entry, source)
    },
  }
}

/** What the directory at the end of an archive says of one part. In bytes. */
interface Entry {
  method: number
  sum: number
  packedSize: number
  size: number
  start: number
}

const STORED = 0
const DEFLATED = 8
/** Signatures and lengths of the three records of an archive (APPNOTE.TXT, 4.3). */
const END = { signature: 0x0605_4b50, bytes: 22 }
const DIRECTORY = { signature: 0x0201_4b50, bytes: 46 }
const LOCAL = { signature: 0x0403_4b50, bytes: 30 }
const MAX_COMMENT_BYTES = 0xffff

function readDirectory(bytes: Buffer, source: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  try {
    const end = findEnd(bytes)
    let at = bytes.readUInt32LE(end + 16)
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== DIRECTORY.signature) throw damaged(source)
      const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
      const nameStart = at + DIRECTORY.bytes
      const extraStart = nameStart + (nameBytes ?? 0)
      const name = plainName(bytes.toString('utf8', nameStart, extraStart))
      // Of two, a program may take either: what was measured and what is read must be one.
      if (entries.has(name)) throw damaged(source)
      entries.set(name, readEntry(bytes, at))
      at = extraStart + (extraBytes ?? 0) + (commentBytes ?? 0)
    }
  } catch {
    throw damaged(source)
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(END.signature)
  const end = bytes.lastIndexOf(signature, bytes.length - END.bytes)
  if (end < bytes.length - END.bytes - MAX_COMMENT_BYTES) throw new RangeError('no end of the directory')
  return end
}

function readEntry(bytes: Buffer, at: number): Entry {
  return {
    method: bytes.readUInt16LE(at + 10),
    sum: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    start: bytes.readUInt32LE(at + 42),
  }
}

/** Some programs write the separator of Windows, or a name in another case than they refer to it. */
function plainName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

function unpack(bytes: Buffer, { method, sum, packedSize, size, start }: Entry, source: string): Uint8Array {
  try {
    if (bytes.readUInt32LE(start) !== LOCAL.signature) throw damaged(source)
    const from = start + LOCAL.bytes + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const packed = bytes.subarray(from, from + packedSize)
    const content = contentOf(packed, method, size)
    if (content?.length === size && crc32(content) === sum) return content
  } catch {
    // Said below.
  }
  throw damaged(source)
}

function contentOf(packed: Buffer, method: number, size: number): Buffer | undefined {
  if (method === STORED) return packed
  // An empty part has an end too, which the buffer needs room for.
  return method === DEFLATED ? inflateRawSync(packed, { maxOutputLength: Math.max(1, size) }) : undefined
}

export function damaged(source: string): Error {
  return badUsage(
    `${source} is damaged: it cannot be read to its end.`,
    'Open it in your spreadsheet program and save it again.',
  )
}
