import type { TextPiece } from './page-words.ts'

/** More letters than a page holds, with each in a piece of its own. */
const MAX_PIECES = 100_000
const MAX_LETTERS = 400_000

/** The pieces of text of a page as pdf.js streams them; cut where there is no end to them. */
export async function readTextPieces(
  stream: ReadableStream<unknown>,
): Promise<{ pieces: TextPiece[]; isCut: boolean }> {
  const reader = stream.getReader()
  const pieces: TextPiece[] = []
  let letters = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const items = itemsOf(part.value)
    pieces.push(...items)
    letters += items.reduce((sum, { str }) => sum + str.length, 0)
    if (letters > MAX_LETTERS || pieces.length > MAX_PIECES) {
      await reader.cancel(new Error('enough'))
      return { pieces, isCut: true }
    }
  }
  return { pieces, isCut: false }
}

function itemsOf(part: unknown): TextPiece[] {
  if (typeof part !== 'object' || part === null || !('items' in part) || !Array.isArray(part.items)) return []
  return part.items.filter(isPiece)
}

/** Beside text there are marks of a document’s structure. */
function isPiece(item: unknown): item is TextPiece {
  return typeof item === 'object' && item !== null && 'str' in item && typeof item.str === 'string'
}
