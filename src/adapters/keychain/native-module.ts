import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { libraryDigest } from './library-digest.ts'

/** The part of keytar that is used. Never its listing calls, which would read every secret of the service at once. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/**
 * The modules of keytar 7.10.6 by system, as `libraryDigest` sees them. They are part of the program, which the package protects;
 * the module itself has to lie beside it, because no system loads a library out of an archive. A test compares them with npm's.
 */
export const KNOWN_DIGESTS: Readonly<Record<string, string>> = {
  'darwin-arm64': 'e763f14e8f8e8c18b3741950bbd7e906c5d39281cc41acd0ceab429c1c3fc85d',
  'darwin-x64': 'e2b107f27e2185780cfc7091739ca5092918b7d5960902383cf9e00be188e448',
  'linux-arm64': '8f0f32c5d576a0987e294b8dc9f1909133504f4fe20b65888bca0dd3bfaec29c',
  'linux-x64': 'e7894a1e1001764de29ff08d3dae418ccbaaf78889c5673d367e05df1682fc7c',
  'win32-arm64': 'bb3b9d08d63a53b75f54f2d53cadd47a94171779ad323c315829b8fb8e5685b4',
  'win32-x64': 'e329be5e596ec724a44d76c32d06dff9b816f35564ed16eec30d976c66d7e9eb',
}

const MISMATCH =
  'its part in the installed program is not the one that was published with it, and was not loaded: install Parcel Desk again'

const load = createRequire(import.meta.url)

/** keytar's native module. Rejects with the reason, also if its file is not the known one. */
export async function loadKeytar(file?: string): Promise<KeychainLibrary> {
  const known = knownDigest()
  if (known === undefined) throw new Error(`Parcel Desk has no keychain for ${systemName()}`)
  const path = file ?? moduleFile()
  if (libraryDigest(await readFile(path)) !== known) throw new Error(MISMATCH)
  const loaded: unknown = load(path)
  if (!isKeychainLibrary(loaded)) throw new Error('its module lacks what Parcel Desk calls')
  return loaded
}

/** Of the module of this system; undefined where there is none. */
export function knownDigest(): string | undefined {
  return KNOWN_DIGESTS[systemName()]
}

function systemName(): string {
  return `${process.platform}-${process.arch}`
}

function moduleFile(): string {
  const folder = dirname(load.resolve('keytar/package.json'))
  // The very file that the system loads, so that no other is checked in its place.
  const unpacked = folder.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
  return join(unpacked, 'prebuilds', systemName(), 'keytar.node')
}

function isKeychainLibrary(loaded: unknown): loaded is KeychainLibrary {
  if (typeof loaded !== 'object' || loaded === null) return false
  return ['getPassword', 'setPassword', 'deletePassword'].every(
    (name) => typeof Reflect.get(loaded, name) === 'function',
  )
}
