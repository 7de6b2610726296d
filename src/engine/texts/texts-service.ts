import type { TextProcessPort } from '../ports/text-process.ts'
import { updateIndex, type UpdateOptions } from './update-index.ts'
import { findTerms } from './find-terms.ts'
import { findOnDisk, type FindRequest, type TextHit } from './find-on-disk.ts'
import type { SavedPlaces } from '../saving/records/saved-places.ts'
import type { TextCounts, TextIndex } from './text-index.ts'

export interface TextStatus extends Omit<TextCounts, 'known'> {
  /** Documents that nobody has looked at yet. */
  waiting: number
}

/** The full text of what is saved of one environment. All fail with storage-failed. */
export interface Texts {
  status(): TextStatus
  /** Documents that could not be read, or not to their end, with their paths and why as a sentence. */
  flawed(): { path: string; sha256: string; flaw: string }[]
  /** Newest documents first. Any text can be asked for; nothing is found for one without a letter or a digit. */
  find(request: FindRequest): Promise<TextHit[]>
  /** Reads what is saved and not in the index, and forgets what is saved no more. Does nothing where this host reads no texts. */
  update(options?: UpdateOptions): Promise<void>
  /** Empties the index, for `update` to read everything again. */
  clear(): void
}

interface TextsOptions {
  index: () => TextIndex
  places: () => SavedPlaces
  /** If this host can read texts. */
  start: TextProcessPort | undefined
}

export function createTexts({ index, places, start }: TextsOptions): Texts {
  return {
    status: () => {
      const { known, ...counts } = index().counts()
      return { ...counts, waiting: Math.max(0, places().count() - known) }
    },
    flawed: () => {
      const flawed = index().flawed()
      const saved = places().of(flawed.map(({ sha256 }) => sha256))
      return flawed.flatMap(({ sha256, flaw }) => {
        const [place] = saved.get(sha256) ?? []
        return place === undefined ? [] : [{ path: place.path, sha256, flaw }]
      })
    },
    find: async (request) => await findOnDisk({ index: index(), places: places() }, findTerms(request.words), request),
    update: async (options = {}) => {
      if (start !== undefined) await updateIndex({ index: index(), places: places(), start }, options)
    },
    clear: () => index().clear(),
  }
}
