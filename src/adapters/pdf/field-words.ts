import type { Word } from '../../shared/compare/page-content.ts'
import { boxAround, type PageView } from '../../shared/compare/page-words.ts'

/** The words in fields and notes of a page, which pdf.js has beside its text; each word has the place of its field. */
export function fieldWords(annotations: readonly unknown[], view: PageView): Word[] {
  return annotations.flatMap((annotation) => {
    const { rect, fieldType, fieldValue, subtype, contentsObj, annotationFlags, password } = entriesOf(annotation)
    if (password === true || (Number(annotationFlags) & UNSEEN) !== 0) return []
    const isNote = subtype === 'FreeText'
    if (!isNote && fieldType !== 'Tx' && fieldType !== 'Ch') return []
    const values = isNote ? [entriesOf(contentsObj)['str']] : [fieldValue].flat()
    const [x1, y1, x2, y2] = Array.isArray(rect) ? rect.map(Number) : []
    const box = boxAround([pointOf(x1, y1), pointOf(x2, y2)], view)
    const text = values.filter((value) => typeof value === 'string').join(' ')
    return (text.match(/\S+/g) ?? []).map((word) => ({ text: word, box }))
  })
}

/** Bits of `annotationFlags`: nowhere, and not on the screen. */
const UNSEEN = 0x22

function pointOf(x = 0, y = 0): readonly [number, number] {
  return [x, y]
}

function entriesOf(part: unknown): Readonly<Record<string, unknown>> {
  return typeof part === 'object' && part !== null ? Object.fromEntries(Object.entries(part)) : {}
}
