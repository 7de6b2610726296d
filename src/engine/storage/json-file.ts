import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { errorCode, makeFolder, retryWhileHeldSync } from '../files/file-system.ts'
import { setAside, storageFailed } from './database.ts'

/** A small file in the data folder that holds one value. */
export interface JsonFile<Content> {
  /** `empty` where there is no file. */
  read(): Content
  write(content: Content): void
}

interface JsonFileOptions<Content> {
  file: string
  shape: z.ZodType<Content>
  empty: Content
  /** What to do about a lost file, as a sentence: “Choose your folders again.” */
  afterLoss: string
  onNotice: (notice: Problem) => void
}

/**
 * Reads and writes a JSON file, checked against its shape. A file that cannot be read is set aside with a notice, never
 * overwritten; new content replaces the old in one step. Fails with storage-failed.
 */
export function createJsonFile<Content>(options: JsonFileOptions<Content>): JsonFile<Content> {
  const { file, shape, empty, afterLoss, onNotice } = options
  return {
    read: () => {
      const text = readIfThere(file)
      if (text === undefined) return empty
      try {
        return shape.parse(JSON.parse(text))
      } catch {
        const asideFile = setAside(file)
        onNotice({ where: file, message: `It could not be read and was set aside as ${asideFile}. ${afterLoss}` })
        return empty
      }
    },
    write: (content) => {
      const part = `${file}.${process.pid}.part`
      try {
        makeFolder(dirname(file), 0o700)
        retryWhileHeldSync(() => {
          writeFileSync(part, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flush: true })
        })
        retryWhileHeldSync(() => {
          renameSync(part, file)
        })
      } catch (thrown) {
        throw storageFailed(file, thrown)
      }
    },
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return retryWhileHeldSync(() => readFileSync(file, 'utf8'))
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined
    throw storageFailed(file, thrown)
  }
}
