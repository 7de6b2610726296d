import type { TextPiece } from '../../shared/compare/page-words.ts'

/** Of the height of letters. Blanks are wider. */
const GAP = 0.15
const UNSEEN = /^[\s\0]*$/

/**
 * The text of a page in lines. pdf.js tells of no blank where what is drawn next stands further left, as what is written from the
 * right does letter by letter: there the places count.
 */
export function linesOf(pieces: readonly TextPiece[]): string {
  let text = ''
  let run: TextPiece[] = []
  let last: TextPiece | undefined
  for (const piece of pieces) {
    if (!goesOn(run, piece)) {
      text += fromTheRight(run)
      run = []
    }
    if (run.length > 0 || isFromTheRight(piece)) run.push(piece)
    else text += isApart(last, piece) ? ` ${piece.str}` : piece.str
    last = piece
    if (!piece.hasEOL) continue
    text += `${fromTheRight(run)}\n`
    run = []
    last = undefined
  }
  return text + fromTheRight(run)
}

/** It begins before the end of the last one, and is no accent of it. */
function isApart(last: TextPiece | undefined, { str, height, transform }: TextPiece): boolean {
  if (last === undefined || /^\p{M}/u.test(str)) return false
  const [a = 1, b = 0, , , x = 0, y = 0] = transform
  const along = ((x - leftOf(last)) * a + (y - (last.transform[5] ?? 0)) * b) / (Math.hypot(a, b) || 1)
  return along < last.width - GAP * height
}

function isFromTheRight({ dir, transform }: TextPiece): boolean {
  return dir === 'rtl' && transform[1] === 0
}

/** Signs and blanks have no direction of their own. */
function goesOn([first]: readonly TextPiece[], piece: TextPiece): boolean {
  const isBeside = Math.abs((first?.transform[5] ?? 0) - (piece.transform[5] ?? 0)) < piece.height / 2
  return UNSEEN.test(piece.str) || (isBeside && (isFromTheRight(piece) || !/[\p{L}\p{N}]/u.test(piece.str)))
}

function fromTheRight(run: readonly TextPiece[]): string {
  let text = ''
  let end = Infinity
  for (const piece of run.toSorted((one, other) => rightOf(other) - rightOf(one))) {
    if (UNSEEN.test(piece.str)) continue
    text += end - rightOf(piece) > GAP * piece.height ? ` ${piece.str}` : piece.str
    end = Math.min(end, leftOf(piece))
  }
  return run.length === 0 ? '' : `${text} `
}

const leftOf = ({ transform }: TextPiece): number => transform[4] ?? 0
const rightOf = (piece: TextPiece): number => leftOf(piece) + piece.width
