import { ignoring } from '../../shared/errors/ignoring.ts'
import type { PolicyLayer } from '../../engine/ports/policy.ts'
import { runSystemProgram, type RunSystemProgram } from './run-system-program.ts'

const POLICIES = String.raw`Software\Policies`
const KEY = String.raw`${POLICIES}\Parcel Desk`
/** Between the lines of a REG_MULTI_SZ: reg.exe’s own “\0” also begins folders such as \01 Archive. No file name has it. */
const LINE_SEPARATOR = '|'

/**
 * What Windows’ group policy has set, for the computer and for this user: two or four calls of reg.exe at once, in the
 * 64-bit view. Users cannot write to either key.
 */
export async function readRegistry(systemFolder: string, run = runSystemProgram): Promise<PolicyLayer[]> {
  const query = createQuery(systemFolder, run)
  const layers = await Promise.all([readHive(query, 'machine', 'HKLM'), readHive(query, 'user', 'HKCU')])
  return layers.flat()
}

/** Resolves with what reg.exe printed; undefined where it failed, which it does in the same way for every reason. */
type Query = (key: string, ...options: readonly string[]) => Promise<Buffer | undefined>

function createQuery(systemFolder: string, run: RunSystemProgram): Query {
  return (key, ...options) =>
    run(`${systemFolder}\\reg.exe`, ['query', key, '/reg:64', ...options]).catch(
      ignoring('reg.exe fails where there is no such key'),
    )
}

async function readHive(query: Query, source: 'machine' | 'user', hive: 'HKLM' | 'HKCU'): Promise<PolicyLayer[]> {
  const place = `${hive}\\${KEY}`
  const [output, isThere] = await Promise.all([query(place, '/se', LINE_SEPARATOR), isThereIn(query, hive, KEY)])
  const layer = { source, place, isRegistry: true }
  if (output !== undefined) return [{ ...layer, content: { values: parseRegistryOutput(output, LINE_SEPARATOR) } }]
  if (isThere === false) return []
  // Where reg.exe cannot read at all, the computer’s own key says so.
  if (isThere === undefined && source === 'user') return []
  return [{ ...layer, content: { flaw: 'cannot be read with reg.exe' } }]
}

/** Whether the key above lists it; undefined where nothing above can be read. */
async function isThereIn(query: Query, hive: string, key: string): Promise<boolean | undefined> {
  const end = key.lastIndexOf('\\')
  const above = end === -1 ? '' : key.slice(0, end)
  const output = await query(above === '' ? hive : `${hive}\\${above}`)
  if (output !== undefined) return parseSubkeys(output).includes(key.slice(end + 1).toLowerCase())
  if (above === '') return undefined
  return (await isThereIn(query, hive, above)) === false ? false : undefined
}

/** “    Name    REG_SZ    Data”: the type is the same in every language of Windows. */
const VALUE = /^ {4}(.+?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/
/** The name of a key’s own value, in the language of the system. */
const UNNAMED = /^\(.*\)$/

/**
 * The values of a key as `reg query` prints them, by name. A value that cannot be read is null: one of another type, one with
 * line breaks, or one with letters beyond ASCII, which arrive in the code page of the console and may have been replaced.
 */
function parseRegistryOutput(output: Buffer, separator: string): Record<string, unknown> {
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
function parseSubkeys(output: Buffer): string[] {
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
