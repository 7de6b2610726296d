import { createHash, hash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Zip, ZipDeflate } from 'fflate/browser'

/** Where the files of a pack go. What the disk throws passes through. */
export interface PackSink {
  add(name: string, bytes: Uint8Array): void
  /** Adds the list of checksums, and flushes. Once, after the last file. */
  finish(): { bytes: number; sha256: string }
  /** After an end of any kind. */
  close(): void
}

/** Checked with `sha256sum -c`. */
const CHECKSUMS = 'SHA256SUMS'

export function createFolderSink(folder: string): PackSink {
  mkdirSync(folder)
  const sums: string[] = []
  let size = 0
  const add = (name: string, bytes: Uint8Array): void => {
    writeFileSync(join(folder, name), bytes, { flag: 'wx', flush: true })
    sums.push(sumOf(name, bytes))
    size += bytes.length
  }
  return {
    add,
    finish: () => {
      const list = Buffer.from(sums.join(''))
      add(CHECKSUMS, list)
      return { bytes: size, sha256: hash('sha256', list) }
    },
    close: () => undefined,
  }
}

/** Before this there was no zip; and it is the same in every time zone. */
const NO_TIME = new Date(1980, 0, 1)
/** Documents are compressed already. */
const LEVEL = 1

export function createZipSink(file: string): PackSink {
  const descriptor = openSync(file, 'wx')
  const whole = createHash('sha256')
  const sums: string[] = []
  let size = 0
  let parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error !== null) throw error
    parts.push(part)
  })
  const write = (): void => {
    for (const part of parts) {
      writeFileSync(descriptor, part)
      whole.update(part)
      size += part.length
    }
    parts = []
  }
  const add = (name: string, bytes: Uint8Array): void => {
    // In JavaScript, as other compressors give other bytes on another processor or with another Node.
    const entry = new ZipDeflate(name, { level: LEVEL })
    entry.mtime = NO_TIME
    zip.add(entry)
    entry.push(bytes, true)
    write()
    sums.push(sumOf(name, bytes))
  }
  return {
    add,
    finish: () => {
      add(CHECKSUMS, Buffer.from(sums.join('')))
      zip.end()
      write()
      fsyncSync(descriptor)
      return { bytes: size, sha256: whole.digest('hex') }
    },
    close: () => closeSync(descriptor),
  }
}

function sumOf(name: string, bytes: Uint8Array): string {
  return `${hash('sha256', bytes)}  ${name}\n`
}
