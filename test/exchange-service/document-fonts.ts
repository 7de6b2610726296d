import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const fontFile = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff'
const latinFile = '@fontsource/noto-sans-sc/files/noto-sans-sc-latin-400-normal.woff'

const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16

let chinese: Buffer | undefined
let latin: Buffer | undefined

/** A font with Latin and Chinese letters, unpacked once. */
export function chineseFont(): Buffer {
  chinese ??= sfntOf(readFileSync(require.resolve(fontFile)))
  return chinese
}

/** The same face with Latin letters alone, for drawing on a canvas of a machine that may have no fonts. */
export function latinFont(): Buffer {
  latin ??= sfntOf(readFileSync(require.resolve(latinFile)))
  return latin
}

/** Unpacks WOFF 1: fontkit inflates the whole glyph table again for every glyph of a packed font (2 s a document, not 10 ms). */
function sfntOf(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12)
  const directory = Buffer.alloc(sfntHeaderBytes + sfntEntryBytes * tableCount)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(tableCount, 4)
  const parts: Buffer[] = [directory]
  let position = directory.length
  for (let index = 0; index < tableCount; index += 1) {
    const entry = woffHeaderBytes + index * woffEntryBytes
    const table = unpackTable(woff, entry)
    const record = sfntHeaderBytes + index * sfntEntryBytes
    woff.copy(directory, record, entry, entry + 4)
    directory.writeUInt32BE(woff.readUInt32BE(entry + 16), record + 4)
    directory.writeUInt32BE(position, record + 8)
    directory.writeUInt32BE(table.length, record + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    position += table.length + padding.length
  }
  return Buffer.concat(parts)
}

function unpackTable(woff: Buffer, entry: number): Buffer {
  const offset = woff.readUInt32BE(entry + 4)
  const packedBytes = woff.readUInt32BE(entry + 8)
  const packed = woff.subarray(offset, offset + packedBytes)
  return packedBytes < woff.readUInt32BE(entry + 12) ? inflateSync(packed) : packed
}
