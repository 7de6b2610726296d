import { createHash } from 'node:crypto'

/**
 * SHA-256 of a native library, in hex, without what signing it changes: so one recorded digest holds for the library as its
 * maker published it and as an organisation signed it. Windows: without checksum, certificate table and certificates, as
 * Authenticode itself hashes. macOS: without the signature and the sizes that follow from it. Other files: all bytes.
 */
export function libraryDigest(bytes: Buffer): string {
  const hash = createHash('sha256')
  for (const piece of unsignedPieces(bytes)) hash.update(piece)
  return hash.digest('hex')
}

function unsignedPieces(bytes: Buffer): Buffer[] {
  const image = readPortableExecutable(bytes)
  if (image !== undefined) return portableExecutablePieces(bytes, image)
  return isMachO(bytes) ? machOPieces(bytes) : [bytes]
}

const CHECKSUM_BYTES = 4
const CERTIFICATE_ENTRY_BYTES = 8

/** Where in a Windows program or library the fields lie that signing changes. */
interface PortableExecutable {
  checksumAt: number
  /** The entry of the certificate table: offset and size, 4 bytes each. */
  certificateEntryAt: number
  certificateAt: number
  /** 0 in a file without a signature. */
  certificateBytes: number
}

/** Undefined for a file of another kind. Offsets: “PE Format”, Microsoft, optional header. */
export function readPortableExecutable(bytes: Buffer): PortableExecutable | undefined {
  if (bytes.length < 0x40 || bytes.toString('latin1', 0, 2) !== 'MZ') return undefined
  const headerAt = bytes.readUInt32LE(0x3c)
  const optionalAt = headerAt + 24
  if (optionalAt + 152 > bytes.length || bytes.toString('latin1', headerAt, headerAt + 4) !== 'PE\0\0') return undefined
  const directoriesAt = optionalAt + (bytes.readUInt16LE(optionalAt) === 0x20b ? 112 : 96)
  const certificateEntryAt = directoriesAt + 4 * 8
  return {
    checksumAt: optionalAt + 64,
    certificateEntryAt,
    certificateAt: bytes.readUInt32LE(certificateEntryAt),
    certificateBytes: bytes.readUInt32LE(certificateEntryAt + 4),
  }
}

function portableExecutablePieces(bytes: Buffer, image: PortableExecutable): Buffer[] {
  const { checksumAt, certificateEntryAt, certificateAt, certificateBytes } = image
  const afterEntry = certificateEntryAt + CERTIFICATE_ENTRY_BYTES
  const end = certificateBytes > 0 ? Math.max(certificateAt, afterEntry) : bytes.length
  return [
    bytes.subarray(0, checksumAt),
    bytes.subarray(checksumAt + CHECKSUM_BYTES, certificateEntryAt),
    // Signing fills the file up to a multiple of eight before it appends.
    filledUp(bytes.subarray(afterEntry, end), { startsAt: afterEntry, multiple: 8 }),
  ]
}

/** A 64-bit Mach-O file, little-endian: all that Apple's processors of today run. */
const MACH_O_MAGIC = 0xfeedfacf
const MACH_O_HEADER_BYTES = 32
const SEGMENT_64 = 0x19
const CODE_SIGNATURE = 0x1d
const SECTIONS_AT = 72
const SECTION_BYTES = 80

function isMachO(bytes: Buffer): boolean {
  return bytes.length >= MACH_O_HEADER_BYTES && bytes.readUInt32LE(0) === MACH_O_MAGIC
}

/** Every load command but the signature's, then the contents: an added command, such as one more library, changes the digest. */
function machOPieces(bytes: Buffer): Buffer[] {
  const commandsEnd = Math.min(MACH_O_HEADER_BYTES + bytes.readUInt32LE(20), bytes.length)
  const pieces = [withZeros(bytes.subarray(0, MACH_O_HEADER_BYTES), [16, 8])]
  let [at, contentsAt, contentsEnd] = [MACH_O_HEADER_BYTES, bytes.length, bytes.length]
  while (at + 8 <= commandsEnd) {
    const command = bytes.subarray(at, Math.min(at + Math.max(bytes.readUInt32LE(at + 4), 8), commandsEnd))
    const kind = command.readUInt32LE(0)
    if (kind === CODE_SIGNATURE && command.length >= 16) contentsEnd = Math.min(command.readUInt32LE(8), bytes.length)
    else pieces.push(kind === SEGMENT_64 ? segmentPiece(command) : command)
    if (kind === SEGMENT_64) contentsAt = Math.min(contentsAt, ...sectionOffsets(command))
    at += command.length
  }
  const contents = bytes.subarray(contentsAt, Math.max(contentsEnd, contentsAt))
  pieces.push(filledUp(contents, { startsAt: contentsAt, multiple: 16 }))
  return pieces
}

/** The segment of the signature grows with it. */
function segmentPiece(command: Buffer): Buffer {
  const isLinkEdit = command.toString('latin1', 8, 24).startsWith('__LINKEDIT\0')
  return isLinkEdit && command.length >= SECTIONS_AT ? withZeros(withZeros(command, [32, 8]), [48, 8]) : command
}

function sectionOffsets(command: Buffer): number[] {
  const offsets: number[] = []
  for (let at = SECTIONS_AT; at + SECTION_BYTES <= command.length; at += SECTION_BYTES) {
    const offset = command.readUInt32LE(at + 48)
    if (offset > 0) offsets.push(offset)
  }
  return offsets
}

function withZeros(bytes: Buffer, [at, count]: readonly [number, number]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(count), bytes.subarray(at + count)])
}

function filledUp(bytes: Buffer, { startsAt, multiple }: { startsAt: number; multiple: number }): Buffer {
  const missing = (multiple - ((startsAt + bytes.length) % multiple)) % multiple
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)])
}
