import { foldText, type TextPart } from '../../shared/text/fold-text.ts'
import { fileStamp } from '../documents/checked-file.ts'
import type { FindTerm } from './find-terms.ts'
import type { SavedPlace, SavedPlaces } from '../saving/records/saved-places.ts'
import { snippetOf } from './snippet.ts'
import type { TextIndex } from './text-index.ts'

export interface FindRequest {
  words: string
  /** Hits, each a page. */
  limit: number
  /** Only what was saved from this service. */
  baseUrl?: string
  /** Only of customers with these ids or, whatever the case, names. All where there is none. */
  customers?: readonly string[]
}

/** A page of a document that was saved and is still there. */
export interface TextHit extends SavedPlace {
  page: number
  snippet: TextPart[]
}

/** Files are looked for hit by hit; where nearly all are gone, the rest is not gone through. */
const MOST_LOOKED_AT = 5_000

/** The hits whose files are there: one of a deleted file is none, and one of a renamed copy is a hit of the other. */
export async function findOnDisk(
  { index, places }: { index: TextIndex; places: SavedPlaces },
  terms: readonly FindTerm[],
  request: FindRequest,
): Promise<TextHit[]> {
  const { limit } = request
  const hits: TextHit[] = []
  const onDisk = new Map<string, Promise<SavedPlace | undefined>>()
  let before = Number.MAX_SAFE_INTEGER
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += limit) {
    const pages = index.find(terms, before, limit)
    const saved = places.of([...new Set(pages.map(({ sha256 }) => sha256))])
    for (const { sha256, page, text } of pages) {
      const looking = onDisk.get(sha256) ?? firstThere((saved.get(sha256) ?? []).filter(isAskedFor(request)))
      onDisk.set(sha256, looking)
      const place = await looking
      if (place !== undefined) hits.push({ ...place, page, snippet: snippetOf(text, terms) })
      if (hits.length === limit) return hits
    }
    if (pages.length < limit) break
    before = pages.at(-1)?.id ?? 0
  }
  return hits
}

function isAskedFor({ baseUrl, customers = [] }: FindRequest): (place: SavedPlace) => boolean {
  const asked = new Set(customers.map(foldText))
  return (place) =>
    (baseUrl === undefined || place.baseUrl === baseUrl) &&
    (asked.size === 0 ||
      [place.customerId, place.customerName].some((name) => name !== null && asked.has(foldText(name))))
}

async function firstThere(places: readonly SavedPlace[]): Promise<SavedPlace | undefined> {
  for (const place of places) {
    if ((await fileStamp(place.path))?.bytes === place.bytes) return place
  }
  return undefined
}
