import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { isRunning } from '../base/is-running.ts'
import { errorCode, makeFolder, retryWhileHeldSync } from '../files/file-system.ts'
import { setAside, storageFailed } from './database.ts'
import { type JoinedFields, type KnownJson, readKnown, writeKept } from './kept-json.ts'

/** A small file in the data folder that holds one value. */
export interface JsonFile<Content> {
  /** `empty` where there is no file. */
  read(): Content
  write(content: Content): void
}

interface JsonFileOptions<Content> {
  file: string
  shape: z.ZodType<Content>
  /** Where there is no file; its fields stand for those that are not understood. */
  empty: Content
  joined?: JoinedFields
  /** What to do about a lost file, as a sentence: “Choose your folders again.” */
  afterLoss: string
  onNotice: (notice: Problem) => void
}

/** A file of this version does not say so. */
const VERSION = 1
const versioned = z.looseObject({ version: z.number() })

/**
 * Reads and writes a JSON file, checked against its shape. What another version wrote and this one does not understand is told,
 * left out, and kept when the file is written; a file of a newer version is not written at all. One that is no JSON, or
 * something else, is set aside with a notice, never overwritten. New content replaces the old in one step. Fails with
 * storage-failed.
 */
export function createJsonFile<Content>(options: JsonFileOptions<Content>): JsonFile<Content> {
  const { file, shape, empty, joined, afterLoss, onNotice } = options
  let told: string | undefined
  const tell = (message: string): void => {
    if (told !== message) onNotice({ where: file, message })
    told = message
  }
  /** Undefined where there is no file, or none any more. */
  const load = (): Loaded<Content> | undefined => {
    const raw = readRaw(file)
    if (raw === undefined) return undefined
    const isNewer = (versioned.safeParse(raw.value).data?.version ?? VERSION) > VERSION
    const known = raw.isJson ? readKnown(shape, raw.value, { defaults: empty, joined }) : undefined
    if (isNewer) {
      tell(
        'It was written by a newer version of Parcel Desk. What this version understands of it is used; nothing in it can be changed here.',
      )
    } else if (known === undefined) {
      const asideFile = setAside(file)
      onNotice({ where: file, message: `It could not be read and was set aside as ${asideFile}. ${afterLoss}` })
      return undefined
    } else if (known.unknown.length > 0) {
      tell(`Not understood, as if from another version: ${known.unknown.join(', ')}. It stays in the file, unused.`)
    }
    return { raw: raw.value, isNewer, known }
  }
  return {
    read: () => load()?.known?.content ?? empty,
    write: (content) => {
      const { raw, isNewer = false, known } = load() ?? {}
      if (isNewer) {
        const reason = 'it was written by a newer version of Parcel Desk'
        throw new AppError({ tag: 'storage-failed', file, reason })
      }
      replaceFile(file, known === undefined ? content : writeKept(raw, known, { content, joined }))
    },
  }
}

interface Loaded<Content> {
  raw: unknown
  isNewer: boolean
  /** Undefined where nothing of a newer file is understood. */
  known: KnownJson<Content> | undefined
}

/** Undefined where there is no file. */
function readRaw(file: string): { isJson: boolean; value?: unknown } | undefined {
  const text = readIfThere(file)
  if (text === undefined) return undefined
  try {
    // Editors on Windows put a byte order mark before it.
    return { isJson: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return { isJson: false }
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

function replaceFile(file: string, content: unknown): void {
  const part = `${file}.${process.pid}.part`
  try {
    makeFolder(dirname(file), 0o700)
    removeStrayParts(file)
    retryWhileHeldSync(() => {
      writeFileSync(part, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flush: true })
    })
    retryWhileHeldSync(() => {
      renameSync(part, file)
    })
  } catch (thrown) {
    remove(part)
    throw storageFailed(file, thrown)
  }
}

/** Of processes that were killed before they could give the file its name. */
function removeStrayParts(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(`${basename(file)}.`) ? /\.(\d+)\.part$/.exec(name)?.[1] : undefined
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(dirname(file), name))
  }
}

/** What cannot be removed now does no harm. */
function remove(part: string): void {
  try {
    rmSync(part, { force: true })
  } catch {
    // The next write tries again.
  }
}
