import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { extname, join } from 'node:path'
import { readPortableExecutable } from '../src/adapters/keychain/library-digest.ts'

/** What electron-builder signs by electron-builder.yml, `win.signExts`. */
const SIGNED_ENDINGS: ReadonlySet<string> = new Set(['.exe', '.dll', '.node'])
/** The headers of a Windows program lie at its beginning. */
const HEADER_BYTES = 64 * 1024

export interface WindowsProgram {
  path: string
  /** Whether packing signs it. */
  isOnList: boolean
}

/** Every Windows program and library below the folder, by what it is and not by its name. */
export function windowsPrograms(folder: string): WindowsProgram[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (readPortableExecutable(beginningOf(path)) === undefined) return []
    return [{ path, isOnList: SIGNED_ENDINGS.has(extname(path).toLowerCase()) }]
  })
}

/**
 * The programs below the folder that have no signer: a signature may be there, and Windows does not believe it. Rejects where it
 * cannot be asked.
 */
export async function withoutValidSignature(
  folder: string,
  signerOf: (file: string) => Promise<string | null>,
): Promise<string[]> {
  const unsigned: string[] = []
  for (const { path } of windowsPrograms(folder)) if ((await signerOf(path)) === null) unsigned.push(path)
  return unsigned
}

function beginningOf(path: string): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
