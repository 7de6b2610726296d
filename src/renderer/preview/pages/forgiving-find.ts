import { PDFFindController } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { asSeen, numberPattern } from './find-pattern.ts'

type Match = ReturnType<PDFFindController['match']>

/** Finds numbers however they are separated, and where a word from right to left is not found, the word as it is seen. */
export class ForgivingFind extends PDFFindController {
  override match(query: string | string[], pageContent: string, pageIndex: number): Match {
    if (typeof query !== 'string') return super.match(query, pageContent, pageIndex)
    const pattern = numberPattern(query)
    const found =
      pattern === undefined ? super.match(query, pageContent, pageIndex) : matchesOf(pattern, pageContent, this.state)
    if (found !== undefined && found.length > 0) return found
    const seen = asSeen(query)
    return seen === undefined ? found : super.match(seen, pageContent, pageIndex)
  }
}

/** As the viewer was asked to find it. */
interface Wish {
  caseSensitive?: boolean
  entireWord?: boolean
}

function matchesOf(pattern: string, text: string, wish: Wish | null): Match {
  const whole = wish?.entireWord === true ? String.raw`(?<![\p{L}\p{N}_])(?:${pattern})(?![\p{L}\p{N}_])` : pattern
  const matches = text.matchAll(new RegExp(whole, wish?.caseSensitive === true ? 'gu' : 'giu'))
  return Array.from(matches, ({ index, 0: { length } }) => ({ index, length }))
}
