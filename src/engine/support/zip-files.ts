import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate/browser'

/** Takes a few milliseconds to compress. */
const PIECE_BYTES = 256 * 1024

export interface ZippedFile {
  /** With `/` between folders. */
  name: string
  content: Uint8Array
}

/** A zip of these files, compressed in pieces so that nothing else is held up. */
export async function zipFiles(files: readonly ZippedFile[], at: Date): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    pieces.push(piece)
  })
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = at
    zip.add(entry)
    for (let start = 0; start < content.length || start === 0; start += PIECE_BYTES) {
      entry.push(content.subarray(start, start + PIECE_BYTES), start + PIECE_BYTES >= content.length)
      await nextTurn()
    }
  }
  zip.end()
  return Buffer.concat(pieces)
}
