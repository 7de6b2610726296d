import { Parser } from 'saxen'

export interface XmlListeners {
  /** Attributes are decoded when they are asked for; those of relations have the prefix `r:`. */
  onOpen?: (name: string, attributes: () => Readonly<Record<string, string>>) => void
  onText?: (text: string) => void
  onClose?: (name: string) => void
}

/** Far more than any part of a workbook; the parser keeps the names of all that are open. */
const MAX_DEPTH = 1_000

const SCHEMAS = 'http://schemas.openxmlformats.org'
/** What “Strict Open XML Spreadsheet” has in the place of these. */
const STRICT = 'http://purl.oclc.org/ooxml'
/** A file may call them as it likes, and give their names to anything else. */
const PREFIXES: Readonly<Record<string, string>> = {
  [`${SCHEMAS}/spreadsheetml/2006/main`]: 'm',
  [`${STRICT}/spreadsheetml/main`]: 'm',
  [`${SCHEMAS}/package/2006/relationships`]: 'm',
  [`${SCHEMAS}/officeDocument/2006/relationships`]: 'r',
  [`${STRICT}/officeDocument/relationships`]: 'r',
}

/**
 * Parses a part of a workbook in linear time, without following anything: no document type is read, no entity but XML's own five
 * is replaced. Told are the elements of spreadsheets, by their name without prefix, and not those of an extension, which may have
 * the same names. Throws what a listener throws, and SyntaxError for what is no XML.
 */
export function parseXml(bytes: Uint8Array, { onOpen, onText, onClose }: XmlListeners): void {
  const parser = new Parser().ns(PREFIXES)
  let failure: unknown
  let [depth, extensions] = [0, 0]
  const guarded = <Given extends readonly unknown[]>(work: (...given: Given) => void) => {
    // The parser would swallow what a listener throws, and go on.
    return (...given: Given): void => {
      try {
        if (failure === undefined) work(...given)
      } catch (thrown) {
        failure = thrown
        parser.stop()
      }
    }
  }
  parser.on(
    'openTag',
    guarded((element, attributes) => {
      depth += 1
      if (depth > MAX_DEPTH) throw new SyntaxError('it is nested too deeply')
      const name = ownName(element)
      if (name === 'extLst') extensions += 1
      if (name !== undefined && extensions === 0) onOpen?.(name, () => decoded(attributes()))
    }),
  )
  parser.on(
    'text',
    guarded((text) => {
      if (extensions === 0) onText?.(withLetters(text))
    }),
  )
  parser.on(
    'cdata',
    guarded((text) => {
      if (extensions === 0) onText?.(text)
    }),
  )
  parser.on(
    'closeTag',
    guarded((element) => {
      depth -= 1
      const name = ownName(element)
      if (name === 'extLst') extensions -= 1
      else if (name !== undefined && extensions === 0) onClose?.(name)
    }),
  )
  parser.on('error', (problem) => {
    failure ??= new SyntaxError(problem.message)
  })
  const xml = textOf(bytes)
  requireShortTags(xml)
  parser.parse(xml)
  if (failure !== undefined) throw failure
}

/** No tag of a workbook comes near it. The parser makes an object of all attributes of a tag, 35 times as large as its text. */
const MAX_TAG_LENGTH = 1_000_000

/** What begins otherwise than a tag, and how it ends. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function requireShortTags(xml: string): void {
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const other = OTHERS.find(([start]) => xml.startsWith(start, at))
    const end = other === undefined ? endOfTag(xml, at) : xml.indexOf(other[1], at)
    // The parser refuses what does not end.
    if (end === -1) return
    if (other === undefined && end - at > MAX_TAG_LENGTH) throw new SyntaxError('a tag is too long')
    at = end
  }
}

/** An attribute may hold a “>” of its own. */
function endOfTag(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at += 1) {
    const letter = xml[at]
    if (letter === '>') return at
    if (letter === '"' || letter === "'") at = Math.max(at, xml.indexOf(letter, at + 1))
  }
  return -1
}

/** Undefined for an element of another namespace. Old writers name none at all. */
function ownName(element: string): string | undefined {
  if (element.startsWith('m:')) return element.slice(2)
  return element.includes(':') ? undefined : element
}

function decoded(attributes: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(attributes)) attributes[name] = withLetters(value)
  return attributes
}

/** What XML itself names; the document type, where others could be named, is not read. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }
const MAX_CODE_POINT = 0x10_ff_ff
const REFERENCE = /&(#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi

/** In the place of the parser's own decoder, which cuts letters beyond U+FFFF. */
function withLetters(text: string): string {
  return text.includes('&') ? text.replaceAll(REFERENCE, letterOf) : text
}

function letterOf(all: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? all
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  if (code > MAX_CODE_POINT) throw new SyntaxError('it names a letter that there is not')
  return String.fromCodePoint(code)
}

/** Without `fatal`, a byte that is no letter in this encoding would become a mark that no reference contains. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch (thrown) {
    throw new SyntaxError('it is not in the encoding that it names', { cause: thrown })
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  return /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}
