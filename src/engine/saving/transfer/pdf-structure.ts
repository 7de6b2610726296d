/** The parts of one mark stand closer together than this: a number before its `obj`, `startxref` with its number before `%%EOF`. */
const REACH = 1024
const END = '%%EOF'
/** How much of a body is looked at in one go: until then its chunks must stay as they are, and afterwards they may be taken away. */
export const LOOK_STEP_BYTES = 1024 * 1024

/** As PDF has it, not as JavaScript does. */
const SPACE = String.raw`[\0\t\n\f\r ]`
/** What cannot follow the end of a document: then it is the end of an earlier revision, or of the first part of a linearized file. */
const STRUCTURE = new RegExp(
  String.raw`\d${SPACE}{1,32}\d{1,5}${SPACE}{1,32}obj(?![a-z])|endobj|endstream|xref${SPACE}{1,32}\d|trailer${SPACE}{0,32}<<`,
)
const WORDS = ['endobj', 'endstream', 'xref', 'startxref', 'trailer']
/** No object has the number 0, which a chunked body ends with. */
const BEGUN_OBJECT = new RegExp(String.raw`^[1-9]\d*(?:${SPACE}+(?:\d+(?:${SPACE}+o?b?)?)?)?$`)
const LEADING_SPACE = new RegExp(String.raw`^(?:${SPACE}|%[^\r\n]*[\r\n])+`)
const START_OF_TABLE = new RegExp(String.raw`startxref${SPACE}{1,32}(\d{1,15})`, 'g')
/** Makers are sometimes off by a line end, which readers forgive. */
const TABLE = new RegExp(String.raw`^${SPACE}*(?:xref\b|\d{1,10}${SPACE}{1,8}\d{1,5}${SPACE}{1,8}obj)`)

/** Finds in a body, while it streams, where the PDF in it ends. */
export interface PdfStructure {
  /** The chunk is looked at once `LOOK_STEP_BYTES` have come, else when one of these is asked. */
  add(chunk: Buffer): void
  /** Behind the last `%%EOF`. */
  endAt(): number | undefined
  /** Whether more of the PDF follows it, so that it was cut off. Anything else is padding. */
  isFollowed(): boolean
  /** The number behind the last `startxref`: where the table of its objects begins, counted from `%PDF-`. */
  tableAt(): number | undefined
  /** The last bytes received. */
  lastBytes(): Buffer
}

/**
 * A marker may occur several times: every revision ends with `%%EOF`, and so does the first part of a linearized file. Only
 * what follows the last one tells whether it is the end. Of 1,270 usable files of the suites of pdf.js and qpdf that refuses none;
 * of 12,696 cuts at random it lets 5 through, all in a comment between two revisions.
 */
export function createPdfStructure(): PdfStructure {
  let bytes = 0
  let unseen: Buffer[] = []
  let unseenBytes = 0
  let tail = Buffer.alloc(0)
  let endAt: number | undefined
  let isFollowed = false
  let tableAt: number | undefined
  const look = (window: Buffer, from: number): void => {
    const at = window.lastIndexOf(END)
    if (at !== -1 && from + at + END.length > (endAt ?? 0)) {
      endAt = from + at + END.length
      isFollowed = false
      tableAt = lastTableIn(window.toString('latin1', Math.max(0, at - REACH), at)) ?? tableAt
    }
    if (endAt !== undefined && !isFollowed)
      isFollowed = STRUCTURE.test(window.toString('latin1', Math.max(0, endAt - from)))
  }
  const lookAtUnseen = (): void => {
    let from = bytes - unseenBytes
    for (const chunk of unseen) {
      // First where the chunks meet, for a mark may begin in one and end in the next.
      if (tail.length > 0) look(Buffer.concat([tail, chunk.subarray(0, REACH)]), from - tail.length)
      look(chunk, from)
      from += chunk.length
      // Copied, so that the chunk itself can be freed.
      tail = Buffer.concat(
        chunk.length >= REACH ? [chunk.subarray(-REACH)] : [tail.subarray(chunk.length - REACH), chunk],
      )
    }
    unseen = []
    unseenBytes = 0
  }
  /** A whole document shows its end and the place of its table there; only what does not is looked at from its start. */
  const lookAtEnd = (): void => {
    let last = Buffer.alloc(0)
    for (const chunk of unseen.toReversed()) {
      if (last.length >= 2 * REACH) break
      last = Buffer.concat([chunk.subarray(-2 * REACH), last])
    }
    const at = last.lastIndexOf(END)
    if (at < REACH || lastTableIn(last.toString('latin1', at - REACH, at)) === undefined) {
      lookAtUnseen()
      return
    }
    look(last, bytes - last.length)
    tail = last.subarray(-REACH)
    unseen = []
    unseenBytes = 0
  }
  const seen = (): void => {
    if (unseenBytes > 0) lookAtEnd()
  }
  return {
    add: (chunk) => {
      bytes += chunk.length
      unseen.push(chunk)
      unseenBytes += chunk.length
      if (unseenBytes >= LOOK_STEP_BYTES) lookAtUnseen()
    },
    endAt: () => {
      seen()
      return endAt
    },
    isFollowed: () => {
      seen()
      const at = (endAt ?? 0) - (bytes - tail.length)
      return isFollowed || (at >= 0 && isBegun(tail.toString('latin1', at).replace(LEADING_SPACE, '')))
    },
    tableAt: () => {
      seen()
      return tableAt
    },
    lastBytes: () => {
      seen()
      return tail
    },
  }
}

/** Whether that is the beginning of a token of structure, cut in the middle. */
function isBegun(text: string): boolean {
  return text !== '' && (BEGUN_OBJECT.test(text) || WORDS.some((word) => word.startsWith(text.trimEnd())))
}

function lastTableIn(text: string): number | undefined {
  const found = [...text.matchAll(START_OF_TABLE)].at(-1)
  return found === undefined ? undefined : Number(found[1])
}

/** The length that a linearized PDF states of itself; it is longer where it was amended later. */
export function statedLength(start: Buffer): number | undefined {
  const [, entries] = /<<([^<>]*\/Linearized\b[^<>]*)>>/.exec(start.toString('latin1', 0, REACH)) ?? []
  const [, length] = /\/L\s+(\d{1,15})/.exec(entries ?? '') ?? []
  return length === undefined ? undefined : Number(length)
}

/** How many bytes `isTable` looks at, the one before the place included. */
export const TABLE_BYTES = 40

/**
 * Whether a table of objects, or an object that may be one, begins at the second of these bytes. Where bytes were changed, added
 * or lost on the way, as by a program that took the document for text, its tables point elsewhere.
 */
export function isTable(around: Buffer): boolean {
  const text = around.toString('latin1', 0, TABLE_BYTES)
  // In the middle of a number: an object, but not the one that was meant.
  return TABLE.test(text.slice(1)) && !/^\d\d/.test(text)
}
