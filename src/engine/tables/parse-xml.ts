import { Parser } from 'saxen'

export interface XmlListeners {
  /** Names come without prefix; attributes are decoded when they are asked for. */
  onOpen?: (name: string, attributes: () => Readonly<Record<string, string>>) => void
  onText?: (text: string) => void
  onClose?: (name: string) => void
}

/** Far more than any part of a workbook; the parser keeps the names of all that are open. */
const MAX_DEPTH = 1_000

/**
 * Parses XML in linear time, without following anything: no document type is read, no entity but XML's own five is replaced.
 * Throws what a listener throws, and SyntaxError for what is no XML.
 */
export function parseXml(bytes: Uint8Array, { onOpen, onText, onClose }: XmlListeners): void {
  const parser = new Parser()
  let failure: unknown
  let depth = 0
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
    guarded((name, attributes, decode) => {
      depth += 1
      if (depth > MAX_DEPTH) throw new SyntaxError('it is nested too deeply')
      onOpen?.(localName(name), () => decoded(attributes(), decode))
    }),
  )
  parser.on(
    'text',
    guarded((text, decode) => onText?.(decode(text))),
  )
  parser.on(
    'cdata',
    guarded((text) => onText?.(text)),
  )
  parser.on(
    'closeTag',
    guarded((name) => {
      depth -= 1
      onClose?.(localName(name))
    }),
  )
  parser.on('error', (problem) => {
    failure ??= new SyntaxError(problem.message)
  })
  const xml = new TextDecoder(encodingOf(bytes)).decode(bytes)
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

function decoded(attributes: Record<string, string>, decode: (text: string) => string): Record<string, string> {
  for (const [name, value] of Object.entries(attributes)) {
    if (value.includes('&')) attributes[name] = decode(value)
  }
  return attributes
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Some programs write `<x:row>`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
