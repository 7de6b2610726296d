import { Parser } from 'saxen'

export interface XmlListeners {
  /** Names come without prefix; attributes are decoded when they are asked for. */
  onOpen?: (name: string, attributes: () => Readonly<Record<string, string>>) => void
  onText?: (text: string) => void
  onClose?: (name: string) => void
}

/**
 * Parses XML in linear time, without following anything: no document type is read, no entity but XML's own five is replaced.
 * Throws what a listener throws, and SyntaxError for what is no XML.
 */
export function parseXml(bytes: Uint8Array, { onOpen, onText, onClose }: XmlListeners): void {
  const parser = new Parser()
  let failure: unknown
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
    guarded((name, attributes, decode) => onOpen?.(localName(name), () => decoded(attributes(), decode))),
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
    guarded((name) => onClose?.(localName(name))),
  )
  parser.on('error', (problem) => {
    failure ??= new SyntaxError(problem.message)
  })
  parser.parse(new TextDecoder(encodingOf(bytes)).decode(bytes))
  if (failure !== undefined) throw failure
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
