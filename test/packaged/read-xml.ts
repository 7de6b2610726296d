import { Parser } from 'saxen'

/** An element of an XML document. */
export interface Element {
  name: string
  attributes: Record<string, string>
  /** Its own, without what its elements contain. */
  text: string
  children: Element[]
  /** All elements of this name below it. */
  find(name: string): Element[]
}

/** Throws where the document is not well-formed. */
export function readXml(document: string): Element {
  const root = createElement('', {})
  const open = [root]
  const parser = new Parser()
  parser.on('openTag', (name, attributesOf, decode) => {
    const element = createElement(name, {})
    for (const [key, value] of Object.entries(attributesOf())) element.attributes[key] = decode(value)
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closeTag', () => void open.pop())
  parser.on('text', (text, decode) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += decode(text)
  })
  parser.on('cdata', (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  })
  const fail = (error: Error): never => {
    throw error
  }
  parser.on('error', fail)
  parser.on('warn', fail)
  parser.parse(document)
  return root
}

function createElement(name: string, attributes: Record<string, string>): Element {
  const children: Element[] = []
  const find = (wanted: string): Element[] =>
    children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...child.find(wanted)])
  return { name, attributes, text: '', children, find }
}
