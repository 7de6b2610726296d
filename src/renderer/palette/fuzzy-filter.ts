/** Where the query’s letters were found, and how well they fit. */
interface Match {
  readonly score: number
  readonly places: readonly number[]
}

export interface RankedItem<Item> {
  readonly item: Item
  /** Index of each matched letter in the text, to show them. */
  readonly places: readonly number[]
}

/**
 * The items whose text has the query’s letters in order, best match first: whole words and word starts before letters from
 * anywhere. Without a query, all items in their original order.
 */
export function fuzzyFilter<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): RankedItem<Item>[] {
  const letters = query.toLowerCase().replace(/\s+/g, '')
  if (letters === '') return items.map((item) => ({ item, places: [] }))
  return items
    .flatMap((item) => {
      const match = bestMatch(letters, textOf(item))
      return match === undefined ? [] : [{ item, ...match }]
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ item, places }) => ({ item, places }))
}

const WORD_START = 8
const NEXT_TO_LAST = 5
const LATE_PENALTY = 0.02

/** Tries every place where the query may begin, because the first is often not the best: “sd” in “Choose and save documents”. */
function bestMatch(letters: string, text: string): Match | undefined {
  const lower = text.toLowerCase()
  let best: Match | undefined
  for (
    let start = lower.indexOf(letters.charAt(0));
    start !== -1;
    start = lower.indexOf(letters.charAt(0), start + 1)
  ) {
    const match = matchFrom(letters, lower, start)
    if (match !== undefined && (best === undefined || match.score > best.score)) best = match
  }
  return best
}

function matchFrom(letters: string, text: string, start: number): Match | undefined {
  const places = [start]
  let score = scoreAt(text, start, -2)
  for (const letter of letters.slice(1)) {
    const last = places.at(-1) ?? start
    const next = nextPlace(text, letter, last)
    if (next === -1) return undefined
    score += scoreAt(text, next, last)
    places.push(next)
  }
  return { score: score - text.length * LATE_PENALTY, places }
}

/** The letter right after the last one, else at the start of a word, else anywhere later. */
function nextPlace(text: string, letter: string, last: number): number {
  if (text.charAt(last + 1) === letter) return last + 1
  for (let place = text.indexOf(letter, last + 1); place !== -1; place = text.indexOf(letter, place + 1)) {
    if (isWordStart(text, place)) return place
  }
  return text.indexOf(letter, last + 1)
}

function scoreAt(text: string, place: number, last: number): number {
  const start = isWordStart(text, place) ? WORD_START : 0
  return 1 + start + (place === last + 1 ? NEXT_TO_LAST : 0) - place * LATE_PENALTY
}

function isWordStart(text: string, place: number): boolean {
  return place === 0 || /[\s:./“(-]/.test(text.charAt(place - 1))
}
