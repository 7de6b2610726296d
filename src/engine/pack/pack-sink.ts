import { createHash, hash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Zip, ZipDeflate } from 'fflate/browser'

/** Where the files of a pack go. What the disk throws passes through. */
export interface PackSink {
  add(name: string, bytes: Uint8Array): void
  /** Flushes; once, after the last file. Returns the bytes in all, and the SHA-256 of the zip or of the last file. */
  finish(): { bytes: number; sha256: string }
  /** After an end of any kind. */
  close(): void
}

export function createFolderSink(folder: string): PackSink {
  mkdirSync(folder)
  let size = 0
  let last: Uint8Array = new Uint8Array()
  return {
    add: (name, bytes) => {
      writeFileSync(join(folder, name), bytes, { flag: 'wx', flush: true })
      size += bytes.length
      last = bytes
    },
    finish: () => ({ bytes: size, sha256: hash('sha256', last) }),
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
  let size = 0
  const zip = new Zip((error, part) => {
    if (error !== null) throw error
    writeFileSync(descriptor, part)
    whole.update(part)
    size += part.length
  })
  return {
    add: (name, bytes) => {
      // In JavaScript, as other compressors give other bytes on another processor or with another Node.
      const entry = new ZipDeflate(name, { level: LEVEL })
      entry.mtime = NO_TIME
      // A plain file of Unix: unzip takes names of DOS for those of an old code page, whatever is said of UTF-8.
      entry.os = 3
      entry.attrs = 0o100644 * 2 ** 16
      zip.add(entry)
      entry.push(bytes, true)
    },
    finish: () => {
      zip.end()
      fsyncSync(descriptor)
      return { bytes: size, sha256: whole.digest('hex') }
    },
    close: () => closeSync(descriptor),
  }
}

/** Remembers the checksums of what is added, as the last file: checked with `sha256sum -c SHA256SUMS`. */
export function withChecksums(sink: PackSink): PackSink {
  const sums: string[] = []
  return {
    ...sink,
    add: (name, bytes) => {
      sink.add(name, bytes)
      sums.push(`${hash('sha256', bytes)}  ${name}\n`)
    },
    finish: () => {
      sink.add('SHA256SUMS', Buffer.from(sums.join('')))
      return sink.finish()
    },
  }
}
