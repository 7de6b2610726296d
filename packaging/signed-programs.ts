import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** The headers of a Windows program lie at its beginning. */
const HEADER_BYTES = 64 * 1024

/** Every Windows program and library below the folder, by what it is and not by its name. */
export function windowsPrograms(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => isPortableExecutable(beginningOf(file)))
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
  for (const file of windowsPrograms(folder)) if ((await signerOf(file)) === null) unsigned.push(file)
  return unsigned
}

/** “PE Format”, Microsoft: the place of the header, and what it begins with. */
function isPortableExecutable(bytes: Buffer): boolean {
  if (bytes.length < 0x40 || bytes.toString('latin1', 0, 2) !== 'MZ') return false
  const headerAt = bytes.readUInt32LE(0x3c)
  return bytes.toString('latin1', headerAt, headerAt + 4) === 'PE\0\0'
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
