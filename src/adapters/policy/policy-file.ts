import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { isUtf8 } from 'node:buffer'
import { formatBytes } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { isFields, parsedOrUndefined } from '../../engine/base/json-values.ts'
import { errorCode } from '../../engine/files/file-system.ts'
import { openUntrusted, UntrustedFileError } from '../../engine/files/open-untrusted.ts'
import type { PolicyLayer } from '../../engine/ports/policy.ts'

/** Far more than all keys with their longest values. */
const MAX_POLICY_BYTES = 1024 * 1024
const WRITABLE_BY_OTHERS = 0o022

interface FileTrust {
  /** The ids of the users whose file is believed. Windows has no such ids. */
  ownedBy?: readonly number[]
  /** See `PolicyLayer`. */
  onlyForbids?: boolean
}

/** The policy in a JSON file; no layer where there is none. */
export async function readPolicyFile(file: string, trust: FileTrust): Promise<PolicyLayer[]> {
  const content = await readContent(file, trust)
  if (content === undefined) return []
  return [{ source: 'file', place: file, content, onlyForbids: trust.onlyForbids === true }]
}

async function readContent(file: string, trust: FileTrust): Promise<PolicyLayer['content'] | undefined> {
  const bytes = await readTrusted(file, trust)
  return Buffer.isBuffer(bytes) ? decodePolicy(bytes) : bytes
}

/**
 * The bytes of a file that only an administrator can have written: a regular file, no link, owned by one of the users, writable
 * by no other, and its folder too. Otherwise why not; undefined where there is no file. Never fails.
 */
export async function readTrusted(file: string, trust: FileTrust): Promise<Buffer | { flaw: string } | undefined> {
  try {
    const folderFlaw = await flawOfFolder(path.dirname(file), trust)
    if (folderFlaw !== undefined) return { flaw: folderFlaw }
    const handle = await openUntrusted(file, trust.ownedBy === undefined ? {} : { ownedBy: trust.ownedBy })
    try {
      const { mode, size } = await handle.stat()
      if (isOpenToOthers(mode, trust)) return { flaw: 'can be written to by users who are no administrators' }
      if (size > MAX_POLICY_BYTES) return { flaw: `is larger than ${formatBytes(MAX_POLICY_BYTES)}` }
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    const code = errorCode(thrown)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return { flaw: thrown instanceof UntrustedFileError ? thrown.reason : `cannot be read (${code || String(thrown)})` }
  }
}

async function flawOfFolder(folder: string, trust: FileTrust): Promise<string | undefined> {
  const stats = await lstat(folder)
  if (stats.isSymbolicLink()) return 'lies in a folder that is a link'
  if (trust.ownedBy !== undefined && !trust.ownedBy.includes(stats.uid)) return 'lies in a folder of another user'
  return isOpenToOthers(stats.mode, trust) ? 'lies in a folder that others can write to' : undefined
}

function isOpenToOthers(mode: number, { ownedBy }: FileTrust): boolean {
  return ownedBy !== undefined && (mode & WRITABLE_BY_OTHERS) !== 0
}

/** The JSON object in a file, in UTF-8 or in the UTF-16 of Windows editors, with or without a byte order mark. */
export function decodePolicy(bytes: Buffer): PolicyLayer['content'] {
  const text = decodeText(bytes)
  if (text === undefined) return { flaw: 'is text in no encoding that is known here; save it as UTF-8' }
  const values = parsedOrUndefined(text)
  if (isFields(values)) {
    const flaws = repetitions(text)
    return flaws.size === 0 ? { values } : { values, flaws }
  }
  return { flaw: 'is not a JSON object with keys and values' }
}

/** The end of a name in JSON with its colon, or of another text without, or the begin or end of an object. */
const NAMES_AND_OBJECTS = /("(?:[^"\\]|\\.)*")\s*(:)?|[{}]/g

/**
 * The keys that stand twice in valid JSON, or in whose value a name does: parsing takes the last of two without a word, which
 * may be the one that allows what the first forbids.
 */
function repetitions(json: string): Map<string, string> {
  const flaws = new Map<string, string>()
  const open: Set<string>[] = []
  let key = ''
  for (const [token, quoted, colon] of json.matchAll(NAMES_AND_OBJECTS)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    if (quoted === undefined || colon === undefined) continue
    const name = String(JSON.parse(quoted))
    if (open.length === 1) key = name
    if (open.at(-1)?.has(name) === true)
      flaws.set(key, open.length === 1 ? 'stands there twice' : `has “${plainText(name, 60)}” twice`)
    open.at(-1)?.add(name)
  }
  return flaws
}

function decodeText(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Every JSON text begins with an ASCII character, whose other half is zero.
  if (second === 0) return new TextDecoder('utf-16le').decode(bytes)
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined
}
