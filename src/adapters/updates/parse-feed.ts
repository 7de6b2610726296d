const TOP = /^([A-Za-z\d]+):(?: (.*))?$/
const FIRST_OF_FILE = /^( *- +)([A-Za-z\d]+): (.*)$/
const OF_FILE = /^( +)([A-Za-z\d]+): (.*)$/
const QUOTED = /^(?:"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^']|'')*)')\s*(?:#.*)?$/

/**
 * The version and the files of an update list, as electron-builder writes it and `npm run package` does: `version`, and below
 * `files` an entry each with `url`, `sha512` and `size`. Of everything else in it nothing is read. Throws where a key comes
 * twice. No YAML library: whoever answers for the address could keep one busy for minutes with a kilobyte (`? ? ? …`), while
 * the desk stands still.
 */
export function parseFeed(text: string): unknown {
  const list = new Map<string, string>()
  const files: Map<string, string>[] = []
  let section = ''
  /** Columns before the keys of the entry that is being read; what is deeper belongs to one of them. */
  let indent = 0
  for (const line of text.split(/\r?\n/)) {
    const [, top, value = ''] = TOP.exec(line) ?? []
    if (top !== undefined) {
      section = top
      if (top === 'version' || top === 'files') add(list, top, value)
      continue
    }
    if (section !== 'files') continue
    const [, dash, first = '', firstValue = ''] = FIRST_OF_FILE.exec(line) ?? []
    if (dash !== undefined && (files.length === 0 || dash.length === indent)) {
      indent = dash.length
      files.push(new Map([[first, firstValue]]))
      continue
    }
    const [, blanks, key = '', other = ''] = OF_FILE.exec(line) ?? []
    const file = files.at(-1)
    if (blanks?.length === indent && file !== undefined) add(file, key, other)
  }
  return { version: textOf(list.get('version')), files: files.map(fileOf) }
}

function add(values: Map<string, string>, key: string, value: string): void {
  if (values.has(key)) throw new Error(`the update list has ${key} twice`)
  values.set(key, value)
}

function fileOf(file: ReadonlyMap<string, string>): object {
  const size = textOf(file.get('size')) ?? ''
  return {
    url: textOf(file.get('url')),
    sha512: textOf(file.get('sha512')),
    size: /^\d{1,15}$/.test(size) ? Number(size) : undefined,
  }
}

/** Without quotes and the comment behind; undefined where there is none that is plain. */
function textOf(value = ''): string | undefined {
  const text = value.trim()
  if (!/^["']/.test(text)) return withoutComment(text) || undefined
  const { double, single } = QUOTED.exec(text)?.groups ?? {}
  if (single !== undefined) return single.replaceAll("''", "'")
  if (double === undefined) return undefined
  const unquoted: unknown = JSON.parse(`"${double}"`)
  return typeof unquoted === 'string' ? unquoted : undefined
}

function withoutComment(text: string): string {
  const at = text.startsWith('#') ? 0 : text.indexOf(' #')
  return at === -1 ? text : text.slice(0, at).trimEnd()
}
