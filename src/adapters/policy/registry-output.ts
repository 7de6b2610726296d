/** “    Name    REG_SZ    Data”: the type is the same in every language of Windows. */
const VALUE = /^ {4}(.+?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/
/** The name of a key’s own value, in the language of the system. */
const UNNAMED = /^\(.*\)$/

/**
 * The values of a key as `reg query` prints them, by name. A value that cannot be read is null: one of another type, one with
 * line breaks, or one with letters beyond ASCII, which arrive in the code page of the console and may have been replaced.
 */
export function parseRegistryOutput(output: Buffer, separator: string): Record<string, unknown> {
  const values = new Map<string, unknown>()
  let last: string | undefined
  for (const line of output.toString('latin1').split(/\r?\n/)) {
    const [, name, type = '', data = ''] = VALUE.exec(line) ?? []
    if (name !== undefined) {
      values.set(name, valueOf(type, data, separator))
      last = name
    } else if (last !== undefined && line !== '' && !line.startsWith('HKEY_')) {
      // The second line of a text with a line break.
      values.set(last, null)
    }
  }
  return Object.fromEntries([...values].filter(([name]) => !UNNAMED.test(name)))
}

/** The names of the keys below, in lower case. */
export function parseSubkeys(output: Buffer): string[] {
  const lines = output.toString('latin1').split(/\r?\n/)
  return lines
    .filter((line) => line.startsWith('HKEY_'))
    .map((line) => line.slice(line.lastIndexOf('\\') + 1).toLowerCase())
}

function valueOf(type: string, data: string, separator: string): unknown {
  if (!/^[\t\u0020-\u007e]*$/.test(data)) return null
  if (type === 'REG_DWORD' || type === 'REG_QWORD') return /^0x[\da-f]+$/i.test(data) ? Number(data) : null
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return data
  if (type === 'REG_MULTI_SZ') return data.split(separator).filter((text) => text !== '')
  return null
}
