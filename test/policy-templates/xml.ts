const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

/** An element with its children indented below it, or one text beside its tags. Children are XML already. */
export function element(name: string, attributes: Readonly<Record<string, string>>, children: string[] = []): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${name}${given.join('')}`
  const [only, second] = children
  if (only === undefined) return `<${start} />`
  if (second === undefined && !only.startsWith('<')) return `<${start}>${only}</${name}>`
  const inside = children.map((child) => child.replace(/^/gm, '  ')).join('\n')
  return `<${start}>\n${inside}\n</${name}>`
}
