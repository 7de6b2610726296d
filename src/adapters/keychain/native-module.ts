import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

/** The part of keytar that is used. Never its listing calls, which would read every secret of the service at once. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

const load = createRequire(import.meta.url)

/** keytar's native module, without keytar's JavaScript. Rejects with the reason. */
export async function loadKeytar(): Promise<KeychainLibrary> {
  const file = moduleFile()
  if (!existsSync(file)) throw new Error(`Parcel Desk has no keychain for ${systemName()}`)
  const loaded: unknown = await Promise.resolve(load(file))
  if (!isKeychainLibrary(loaded)) throw new Error('its module lacks what Parcel Desk calls')
  return loaded
}

function systemName(): string {
  return `${process.platform}-${process.arch}`
}

function moduleFile(): string {
  const folder = dirname(load.resolve('keytar/package.json'))
  // No system loads a library out of an archive.
  const unpacked = folder.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
  return join(unpacked, 'prebuilds', systemName(), 'keytar.node')
}

function isKeychainLibrary(loaded: unknown): loaded is KeychainLibrary {
  if (typeof loaded !== 'object' || loaded === null) return false
  return ['getPassword', 'setPassword', 'deletePassword'].every(
    (name) => typeof Reflect.get(loaded, name) === 'function',
  )
}
