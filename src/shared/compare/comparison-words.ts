import { counted } from '../text/format.ts'
import { plainText } from '../text/plain-text.ts'
import { type ComparedPage, isDifferent, type WordChange } from './compare-documents.ts'
import type { Word } from './page-content.ts'

/** The sentence that says what differs: “3 words and 1 picture differ on pages 2 and 4. Page 3 was inserted.” */
export function comparisonSentence(pages: readonly ComparedPage[]): string {
  const different = pages.filter(isDifferent)
  if (different.length === 0) return `Nothing differs: ${counted(pages.length, 'page')}, the same words and pictures.`
  const changed = different.filter(({ left, right }) => left !== null && right !== null)
  const inserted = different.flatMap(({ left, right }) => (left === null && right !== null ? [right] : []))
  const removed = different.flatMap(({ left, right }) => (right === null && left !== null ? [left] : []))
  return [
    ...(changed.length === 0 ? [] : [changedSentence(changed)]),
    ...(inserted.length === 0 ? [] : [`${capital(pageNumbers(inserted))} ${wasOrWere(inserted)} inserted.`]),
    ...(removed.length === 0
      ? []
      : [`${capital(pageNumbers(removed))} of the earlier one ${wasOrWere(removed)} removed.`]),
  ].join(' ')
}

function changedSentence(pages: readonly ComparedPage[]): string {
  const words = pages.flatMap(({ changes }) => changes).reduce((sum, change) => sum + wordCount(change), 0)
  const pictures = pages.filter(({ picture }) => picture > 0).length
  const where = pageNumbers(pages.flatMap(({ right }) => right ?? []))
  const what = counted(pictures, 'picture')
  if (words === 0) return `The words are the same, but ${what} ${differ(pictures)} on ${where}.`
  const both = [counted(words, 'word'), ...(pictures === 0 ? [] : [what])].join(' and ')
  return `${both} ${differ(words + pictures)} on ${where}.`
}

/** A word that became another one is one, not two. */
function wordCount({ removed, added }: WordChange): number {
  return Math.max(removed.length, added.length)
}

function differ(count: number): string {
  return count === 1 ? 'differs' : 'differ'
}

function wasOrWere(pages: readonly number[]): string {
  return pages.length === 1 ? 'was' : 'were'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MAX_NAMED_PAGES = 8

/** “page 2”, “pages 2, 3 and 5”, “pages 1, 2 … and 400 others”. */
function pageNumbers(pages: readonly number[]): string {
  const [first, ...others] = pages
  if (first !== undefined && others.length === 0) return `page ${first}`
  const named = pages.slice(0, MAX_NAMED_PAGES)
  const more = pages.length - named.length
  const last = more === 0 ? named.pop() : counted(more, 'other')
  return `pages ${named.join(', ')} and ${last}`
}

/** “500” became “600”, or is elsewhere. Made plain: it comes from outside. */
export function changeSentence({ removed, added }: WordChange): string {
  const quoted = (words: readonly Word[]): string => `“${plainText(textOf(words))}”`
  if (removed.length === 0) return `${quoted(added)} was added`
  if (textOf(removed) === textOf(added)) return `${quoted(added)} is in another place`
  return added.length === 0 ? `${quoted(removed)} was removed` : `${quoted(removed)} became ${quoted(added)}`
}

/** Words as one text. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
