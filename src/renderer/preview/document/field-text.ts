import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api'

/** What pdf.js tells of a field or a note on a page, as far as it is needed here. */
export interface PageField {
  readonly id: string
  readonly subtype: string
  /** `Tx` a text, `Ch` a choice; other fields have no text. */
  readonly fieldType?: string | null
  readonly fieldValue?: string | readonly string[] | null
  /** Drawn by the document itself. */
  readonly hasAppearance: boolean
  /** The lines of that drawing. */
  readonly textContent?: readonly string[]
  readonly contentsObj?: { readonly str: string }
  readonly annotationFlags: number
  /** Left, bottom, right and top, in points of the page. */
  readonly rect: readonly [number, number, number, number]
  /** Degrees against the clock by which its content is turned. */
  readonly rotation?: number
  readonly options?: readonly { readonly exportValue: string | null; readonly displayValue: string | null }[]
  readonly combo?: boolean
  readonly comb?: boolean
  readonly maxLen?: number
  readonly multiLine?: boolean
  readonly password?: boolean
  /** 1 centred, 2 at the right. */
  readonly textAlignment?: number | null
  readonly defaultAppearanceData?: { readonly fontSize: number }
}

/** Bits of `annotationFlags`: nowhere, and not on the screen. */
const HIDDEN = 0x02
const NO_VIEW = 0x20

/** The texts that fields and notes show, as text of the page; undefined if they show none. */
export function fieldText(fields: readonly PageField[]): TextContent | undefined {
  const items = fields.flatMap((field) => itemsOf(field))
  if (items.length === 0) return undefined
  // The first ends the last line of the page.
  return { items: [lineEnd(), ...items], styles: { [FONT]: STYLE }, lang: null }
}

function linesOf(field: PageField): readonly string[] {
  const { annotationFlags, password, subtype, fieldType, fieldValue, textContent = [], comb, contentsObj } = field
  if ((annotationFlags & (HIDDEN | NO_VIEW)) !== 0 || password === true) return []
  // The drawing may say more than the value, such as “24,500.00” for 24500; of a comb it has each letter apart.
  const isDrawn = comb !== true && textContent.some((line) => line.trim() !== '')
  if (subtype === 'FreeText') return isDrawn ? textContent : (contentsObj?.str ?? '').split(LINE_ENDS)
  if (fieldType === 'Ch') return choices(field)
  if (fieldType !== 'Tx' || typeof fieldValue !== 'string') return []
  return isDrawn ? textContent : fieldValue.split(LINE_ENDS)
}

const LINE_ENDS = /\r\n?|\n/

/** A list shows all that can be chosen, a combo box only what was. */
function choices({ combo, options = [], fieldValue }: PageField): readonly string[] {
  if (combo !== true) return options.map(({ displayValue }) => displayValue ?? '')
  const chosen = (typeof fieldValue === 'string' ? [fieldValue] : (fieldValue ?? [])).slice(0, 1)
  return chosen.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
}

const FONT = 'parcel-desk-field'
const FAMILY = 'sans-serif'
const STYLE = { ascent: 0.9, descent: -0.2, vertical: false, fontFamily: FAMILY } as const
/** As pdf.js draws a field: height of a line in sizes of its font, and space beside the text in points. */
const LINE = 1.35
const PADDING = 2
/** Of a text whose field says that it fits it into its space. */
const LARGEST_FITTED = 12

function itemsOf(field: PageField): TextItem[] {
  const lines = linesOf(field)
  if (lines.every((line) => line.trim() === '')) return []
  const { frame, place } = frameOf(field)
  const fitted = Math.min(LARGEST_FITTED, frame.height / (lines.length * LINE))
  const size = field.defaultAppearanceData?.fontSize || fitted
  const block = lines.length * size * LINE
  const isFromTop = field.multiLine === true || field.fieldType == null || field.combo === false
  const top = isFromTop ? frame.height : (frame.height + block) / 2
  return lines.map((str, line) => {
    const width = field.comb === true ? (frame.width * str.length) / (field.maxLen ?? str.length) : widthOf(str, size)
    const free = frame.width - width
    const left = { 1: free / 2, 2: free - PADDING }[field.textAlignment ?? 0] ?? (field.comb === true ? 0 : PADDING)
    const transform = place(left, top - (line * LINE + 1.1) * size, size)
    return { ...lineEnd(), str, width, height: size, transform }
  })
}

function lineEnd(): TextItem {
  return { str: '', dir: 'ltr', width: 0, height: 0, transform: [1, 0, 0, 1, 0, 0], fontName: FONT, hasEOL: true }
}

/** The field as if it stood upright, and the transform onto the page of what stands at a point of it. */
function frameOf({ rect: [x1, y1, x2, y2], rotation = 0 }: PageField) {
  const across = Math.cos((rotation * Math.PI) / 180)
  const up = Math.sin((rotation * Math.PI) / 180)
  const isUpright = Math.abs(across) > Math.abs(up)
  const [width, height] = isUpright ? [x2 - x1, y2 - y1] : [y2 - y1, x2 - x1]
  const place = (x: number, y: number, size: number): number[] => {
    const [fromMiddle, aboveMiddle] = [x - width / 2, y - height / 2]
    return [
      size * across,
      size * up,
      -size * up,
      size * across,
      (x1 + x2) / 2 + fromMiddle * across - aboveMiddle * up,
      (y1 + y2) / 2 + fromMiddle * up + aboveMiddle * across,
    ]
  }
  return { frame: { width, height }, place }
}

let ruler: OffscreenCanvasRenderingContext2D | null | undefined

/** In points; what the page shows may be in a narrower font, which moves the mark on a match by a letter or two. */
function widthOf(text: string, size: number): number {
  ruler ??= new OffscreenCanvas(1, 1).getContext('2d')
  if (ruler === null) return 0
  ruler.font = `10px ${FAMILY}`
  return (ruler.measureText(text).width * size) / 10
}
