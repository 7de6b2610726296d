import { findHunks, type Hunk } from './find-hunks.ts'
import type { PageContent } from './page-content.ts'

/** Two pages that belong together, by index; undefined on the side that lacks the page. */
export type PagePair = readonly [left: number | undefined, right: number | undefined]

/** Beyond so many comparisons of pages, pages between equal ones are taken in order. */
const MAX_COMPARISONS = 10_000

/** Pairs the pages of two documents in order: equal ones first, then those between them by how similar they are. */
export function alignPages(left: readonly PageContent[], right: readonly PageContent[]): PagePair[] {
  const hunks = findHunks(left.map(keyOf), right.map(keyOf))
  const end: Hunk = { left: [left.length, left.length], right: [right.length, right.length] }
  let [x, y] = [0, 0]
  return [...hunks, end].flatMap((hunk) => {
    const equal = range(x, hunk.left[0]).map((at, step): PagePair => [at, y + step])
    ;[x, y] = [hunk.left[1], hunk.right[1]]
    return [...equal, ...alignBetween(hunk, left, right)]
  })
}

/** A page without text is told by its picture. */
function keyOf({ words, picture }: PageContent): string {
  return words.length > 0 ? words.map(({ text }) => text).join(' ') : `\n${Array.from(picture).join(' ')}`
}

function alignBetween(hunk: Hunk, left: readonly PageContent[], right: readonly PageContent[]): PagePair[] {
  const [from, to] = [range(...hunk.left), range(...hunk.right)]
  if (from.length * to.length > MAX_COMPARISONS) return inOrder(from, to)
  const leftBags = from.map((at) => bagOf(left[at]))
  const rightBags = to.map((at) => bagOf(right[at]))
  const pairs = bestPairs(leftBags, rightBags)
  let [x, y] = [0, 0]
  return [...pairs, [from.length, to.length] as const].flatMap(([pairedLeft, pairedRight]) => {
    const between = inOrder(from.slice(x, pairedLeft), to.slice(y, pairedRight))
    ;[x, y] = [pairedLeft + 1, pairedRight + 1]
    const [one, other] = [from[pairedLeft], to[pairedRight]]
    return one === undefined || other === undefined ? between : [...between, [one, other] as const]
  })
}

/** Pages that are like no other: as many as there are on both sides belong together, the rest was removed or inserted. */
function inOrder(left: readonly number[], right: readonly number[]): PagePair[] {
  return range(0, Math.max(left.length, right.length)).map((at) => [left[at], right[at]])
}

type Bag = ReadonlyMap<string, number>

/** How often each word is on a page; without words, each part of its picture. */
function bagOf(page: PageContent | undefined): Bag {
  const { words = [], picture = [] } = page ?? {}
  const drawn = Array.from(picture, (cell, at) => (cell === 0 ? [] : [`\n${at} ${cell}`])).flat()
  const tokens = words.length > 0 ? words.map(({ text }) => text) : drawn
  const bag = new Map<string, number>()
  for (const token of tokens) bag.set(token, (bag.get(token) ?? 0) + 1)
  return bag
}

/** From 0 to 1: how much of two pages is common. */
function similarity(one: Bag, other: Bag): number {
  const sizeOf = (bag: Bag): number => sum(bag.values())
  const common = sum(Array.from(one, ([token, count]) => Math.min(count, other.get(token) ?? 0)))
  return (2 * common) / Math.max(1, sizeOf(one) + sizeOf(other))
}

function sum(counts: Iterable<number>): number {
  let all = 0
  for (const count of counts) all += count
  return all
}

/** Less is chance: forms of one kind have their captions in common. */
const LEAST_SIMILAR = 0.3

/** The pairs that are most similar altogether, in the order of both sides. */
function bestPairs(left: readonly Bag[], right: readonly Bag[]): (readonly [number, number])[] {
  const likeness = left.map((one) => right.map((other) => similarity(one, other)))
  // What is the most that can be had from a pair of pages on.
  const most = Array.from({ length: left.length + 1 }, () => Array.from({ length: right.length + 1 }, () => 0))
  const at = (rows: readonly (readonly number[])[], x: number, y: number): number => rows[x]?.[y] ?? 0
  const paired = (x: number, y: number): number =>
    at(likeness, x, y) < LEAST_SIMILAR ? 0 : at(likeness, x, y) + at(most, x + 1, y + 1)
  for (const x of range(0, left.length).toReversed()) {
    for (const y of range(0, right.length).toReversed())
      most[x]?.splice(y, 1, Math.max(paired(x, y), at(most, x + 1, y), at(most, x, y + 1)))
  }
  const pairs: (readonly [number, number])[] = []
  let [x, y] = [0, 0]
  while (x < left.length && y < right.length) {
    const best = at(most, x, y)
    if (best > 0 && best === paired(x, y)) pairs.push([x++, y++])
    else if (best === at(most, x + 1, y)) x += 1
    else y += 1
  }
  return pairs
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_none, step) => from + step)
}
