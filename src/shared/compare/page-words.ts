import type { Box, Word } from './page-content.ts'

/** A piece of text as pdf.js gives it: the matrix leads from its origin to the page, in points. */
export interface TextPiece {
  readonly str: string
  readonly dir: string
  readonly width: number
  readonly height: number
  readonly transform: readonly number[]
  readonly hasEOL: boolean
}

/** A page at the scale 1, as pdf.js has it; its matrix leads from points to pixels. */
export interface PageView {
  readonly width: number
  readonly height: number
  readonly transform: readonly number[]
}

/** Chinese and Japanese have no blanks: each sign counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const SIGN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** What hangs below a line of text, as a part of its height. */
const BELOW = 0.2

/** The words of a page, each with its place. One may come in several pieces, such as where its font changes. */
export function wordsOf(pieces: Iterable<TextPiece>, view: PageView): Word[] {
  const words: Word[] = []
  let isOpen = false
  for (const piece of pieces) {
    const { str, hasEOL } = piece
    for (const { 0: text, index } of str.matchAll(WORD)) {
      const box = boxOf(piece, { from: index, to: index + text.length }, view)
      const before = isOpen && index === 0 && !SIGN.test(text) ? words.pop() : undefined
      words.push(before === undefined ? { text, box } : { text: before.text + text, box: around(before.box, box) })
    }
    const last = words.at(-1)
    if (str !== '') isOpen = last !== undefined && !/\s$/.test(str) && !SIGN.test(last.text)
    if (hasEOL) isOpen = false
  }
  return words
}

/** All letters of a piece count as equally wide, which is near enough for a mark. */
function boxOf(piece: TextPiece, { from, to }: { from: number; to: number }, view: PageView): Box {
  const { str, dir, width, height } = piece
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = piece.transform
  const [start, end] = dir === 'rtl' ? [str.length - to, str.length - from] : [from, to]
  const along = width / (Math.hypot(a, b) || 1) / str.length
  const up = height / (Math.hypot(c, d) || 1)
  const corners = [start, end].flatMap((letters) =>
    [-BELOW, 1].map((part) => {
      const [x, y] = [letters * along, part * up]
      return [a * x + c * y + e, b * x + d * y + f] as const
    }),
  )
  return boxAround(corners, view)
}

/** The upright box around points of a page, no larger than the page. */
export function boxAround(points: readonly (readonly [number, number])[], { width, height, transform }: PageView): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  const across = points.map(([x, y]) => share((a * x + c * y + e) / width))
  const down = points.map(([x, y]) => share((b * x + d * y + f) / height))
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return { left, top, width: Math.max(...across) - left, height: Math.max(...down) - top }
}

function share(part: number): number {
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0
}

function around(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left, top, width: right - left, height: bottom - top }
}
