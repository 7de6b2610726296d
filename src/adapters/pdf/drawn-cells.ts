import { createHash } from 'node:crypto'
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { GRID } from '../../shared/compare/page-content.ts'
import { boxAround, type PageView } from '../../shared/compare/page-words.ts'

type Matrix = readonly [number, number, number, number, number, number]
/** Which layers of a document are shown. */
export type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>
type Corners = readonly (readonly [number, number])[]

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const UNIT_SQUARE = cornersIn([0, 0, 1, 1])
const BLACK = '#000000'

/** What is drawn next depends on: where, and in which colours. */
interface Pen {
  matrix: Matrix
  fill: string
  stroke: string
  lineWidth: number
  /** The field, note or stamp that is drawn; undefined for the page itself. */
  annotation?: unknown
}

/**
 * For each cell of a page a hash of the pictures and lines that reach into it, with their places on the page and colours, however a
 * program came to draw them there; 0 where there are none. Text is left out, but for that of fields, notes and stamps, of which pdf.js
 * may know none.
 */
export async function drawnCells(page: PDFPageProxy, view: PageView, layers: Layers): Promise<Uint32Array> {
  const cells = new Uint32Array(GRID * GRID)
  const { fnArray, argsArray } = await page.getOperatorList()
  const saved: Pen[] = []
  const start: Pen = { matrix: IDENTITY, fill: BLACK, stroke: BLACK, lineWidth: 1 }
  let pen = start
  for (const [at, operation] of fnArray.entries()) {
    const args: readonly unknown[] = Array.isArray(argsArray[at]) ? argsArray[at] : []
    if (SAVING.has(operation)) saved.push(pen)
    if (operation === OPS.transform) pen = { ...pen, matrix: times(pen.matrix, args) }
    else if (operation === OPS.paintFormXObjectBegin) pen = { ...pen, matrix: times(pen.matrix, args[0]) }
    else if (operation === OPS.beginAnnotation)
      pen = { ...start, matrix: times(times(IDENTITY, args[2]), args[3]), annotation: args[1] }
    else if (RESTORING.has(operation)) pen = saved.pop() ?? pen
    else if (FILL_COLOURS.has(operation)) pen = { ...pen, fill: await colourOf(page, args) }
    else if (STROKE_COLOURS.has(operation)) pen = { ...pen, stroke: await colourOf(page, args) }
    else if (operation === OPS.setLineWidth) pen = { ...pen, lineWidth: numbersIn(args)[0] ?? 0 }
    else if (PICTURES.has(operation)) {
      const corners = WIDE.has(operation) ? wholePage(view) : cornersOf(UNIT_SQUARE, pen.matrix)
      mark(cells, { key: [operation, await pictureKey(page, args)], corners }, view)
    } else if (operation === OPS.constructPath) {
      const corners = cornersOf(cornersIn(numbersIn(args[2])), pen.matrix)
      const points = cornersOf(pointsOf(numbersIn(args[1])), pen.matrix)
        .flat()
        .map(rounded)
      const [a, b, c, d] = pen.matrix
      const width = rounded(10 * pen.lineWidth * Math.sqrt(Math.abs(a * d - b * c)))
      if (FILLING.has(args[0])) mark(cells, { key: ['fill', pen.fill, ...points], corners }, view)
      if (STROKING.has(args[0])) mark(cells, { key: ['stroke', pen.stroke, width, ...points], corners }, view)
    } else if (operation === OPS.beginMarkedContentProps && args[0] === 'OC' && !layers.isVisible(args[1])) {
      // What is on a layer is not known from its text.
      mark(cells, { key: ['hidden', at], corners: wholePage(view) }, view)
    } else if (TEXT.has(operation) && pen.annotation !== undefined) {
      mark(cells, { key: [JSON.stringify(args)], corners: cornersIn(numbersIn(pen.annotation)) }, view)
    }
  }
  return cells
}

const SAVING = new Set<number>([OPS.save, OPS.paintFormXObjectBegin, OPS.beginGroup, OPS.beginAnnotation])
const RESTORING = new Set<number>([OPS.restore, OPS.paintFormXObjectEnd, OPS.endGroup, OPS.endAnnotation])
const FILL_COLOURS = new Set<number>([OPS.setFillRGBColor, OPS.setFillColorN])
const STROKE_COLOURS = new Set<number>([OPS.setStrokeRGBColor, OPS.setStrokeColorN])
const BOTH = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]
const FILLING = new Set<unknown>([OPS.fill, OPS.eoFill, ...BOTH])
const STROKING = new Set<unknown>([OPS.stroke, OPS.closeStroke, ...BOTH])
const TEXT = new Set<number>([OPS.showText, OPS.showSpacedText, OPS.nextLineShowText, OPS.nextLineSetSpacingShowText])
/** Many pictures in one, or the whole of what is visible. */
const WIDE = new Set<number>([
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.shadingFill,
])
const PICTURES = new Set<number>([
  ...WIDE,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
])

/** A hash of pictures: the pixels, where an argument names or has them, and all numbers. */
async function pictureKey(page: PDFPageProxy, args: readonly unknown[]): Promise<string> {
  const hash = createHash('sha1')
  for (const arg of args) await addTo(hash, typeof arg === 'string' ? await objectOf(page, arg) : arg, page)
  return hash.digest('hex')
}

async function addTo(hash: ReturnType<typeof createHash>, part: unknown, page: PDFPageProxy): Promise<void> {
  if (ArrayBuffer.isView(part)) hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
  else if (typeof part !== 'object' || part === null)
    // Of texts only colours: others may be ids.
    hash.update(` ${typeof part === 'string' && !part.startsWith('#') ? '' : String(part)}`)
  else {
    for (const [name, value] of Object.entries(part)) {
      // A picture’s pixels may be named by an id, which the program gives and not the document.
      if (name === 'data' && typeof value === 'string') await addTo(hash, await objectOf(page, value), page)
      else if (!COUNTERS.has(name)) await addTo(hash, value, page)
    }
  }
}

const COUNTERS = new Set(['count', 'cached', 'ref', 'dataLen'])

/** What pdf.js has under an id. Of one that cannot be decoded it is nothing. */
function objectOf(page: PDFPageProxy, id: string): Promise<unknown> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => {
    objects.get(id, (found: unknown) => resolve(found))
  })
}

/** Adds something that is drawn to the cells that it reaches into; the order does not count. */
function mark(
  cells: Uint32Array,
  { key, corners }: { key: readonly unknown[]; corners: Corners },
  view: PageView,
): void {
  const places = corners.flat().map(rounded)
  const value =
    createHash('sha1')
      .update([...key, ...places].join(' '))
      .digest()
      .readUInt32LE() || 1
  const { left, top, width, height } = boxAround(corners, view)
  for (let row = cellOf(top); row <= cellOf(top + height); row += 1) {
    for (let column = cellOf(left); column <= cellOf(left + width); column += 1) {
      const cell = row * GRID + column
      cells[cell] = (cells[cell] ?? 0) + value
    }
  }
}

/** To whole points, where programs that write a page anew agree. Few pages have places that are just between these. */
function rounded(number: number): number {
  return Math.floor(number + 0.314)
}

/** A colour, or a pattern with its colours and place. */
async function colourOf(page: PDFPageProxy, args: readonly unknown[]): Promise<string> {
  const parts: string[] = []
  for (const arg of args) {
    if (typeof arg !== 'string') parts.push(...numbersIn(arg).map((number) => String(rounded(number))))
    else parts.push(arg.startsWith('pattern_') ? await pictureKey(page, [arg]) : arg)
  }
  return parts.join(' ')
}

/** How many numbers follow each operation of a path: to move, draw a line, two kinds of curves, and close it. */
const PATH_NUMBERS = [2, 2, 6, 4, 0]

function pointsOf(path: readonly number[]): Corners {
  const points: (readonly [number, number])[] = []
  for (let at = 0; at < path.length;) {
    const end = at + 1 + (PATH_NUMBERS[path[at] ?? 0] ?? 0)
    for (at += 1; at < end; at += 2) points.push([path[at] ?? 0, path[at + 1] ?? 0])
  }
  return points
}

function cellOf(share: number): number {
  return Math.min(GRID - 1, Math.floor(share * GRID))
}

/** Of a rectangle: left, bottom, right and top. */
function cornersIn([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Corners {
  return [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ]
}

function cornersOf(corners: Corners, [a, b, c, d, e, f]: Matrix): Corners {
  return corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f])
}

function wholePage({ width, height, transform: [a = 1, , , d = 1] }: PageView): Corners {
  return cornersOf(UNIT_SQUARE, [width / Math.abs(a || 1), 0, 0, height / Math.abs(d || 1), 0, 0])
}

function times([a, b, c, d, e, f]: Matrix, by: unknown): Matrix {
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = numbersIn(by)
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f]
}

/** All numbers in an argument, which may be lists in lists. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part]
  if (Array.isArray(part)) return part.flatMap(numbersIn)
  return part instanceof Float32Array ? Array.from(part) : []
}
