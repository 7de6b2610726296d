import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeychain } from '../../../../src/adapters/keychain/keychain.ts'
import { libraryDigest, readPortableExecutable } from '../../../../src/adapters/keychain/library-digest.ts'
import { KNOWN_DIGESTS, loadKeytar } from '../../../../src/adapters/keychain/native-module.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { PROJECT_ROOT } from '../../../support/project-files.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const published = (system: string): Buffer =>
  readFileSync(join(PROJECT_ROOT, 'node_modules/keytar/prebuilds', system, 'keytar.node'))
const systems = Object.keys(KNOWN_DIGESTS)
const digest = (system: string, change: (bytes: Buffer) => Buffer | void): string => {
  const bytes = Buffer.from(published(system))
  return libraryDigest(change(bytes) ?? bytes)
}

/** As signtool does it: filled up to eight bytes, a certificate appended, its place and a new checksum noted. */
function signForWindows(bytes: Buffer): Buffer {
  const image = readPortableExecutable(bytes)
  if (image === undefined) throw new Error('no Windows library')
  const end = image.certificateBytes > 0 ? image.certificateAt : bytes.length
  const filled = Buffer.concat([bytes.subarray(0, end), Buffer.alloc((8 - (end % 8)) % 8)])
  const signed = Buffer.concat([filled, Buffer.alloc(4096, 0x5a)])
  signed.writeUInt32LE(0xc0ffee, image.checksumAt)
  signed.writeUInt32LE(filled.length, image.certificateEntryAt)
  signed.writeUInt32LE(4096, image.certificateEntryAt + 4)
  return signed
}

const COMMANDS_AT = 32
const commandsEnd = (bytes: Buffer): number => COMMANDS_AT + bytes.readUInt32LE(20)

function findCommand(bytes: Buffer, isWanted: (at: number) => boolean): number | undefined {
  for (let at = COMMANDS_AT; at < commandsEnd(bytes); at += bytes.readUInt32LE(at + 4)) if (isWanted(at)) return at
  return undefined
}

/** As codesign does it: a new signature of another length behind the contents, by a command that may be new. */
function signForMac(bytes: Buffer): Buffer {
  const known = findCommand(bytes, (at) => bytes.readUInt32LE(at) === 0x1d)
  const linkEdit = findCommand(bytes, (at) => bytes.toString('latin1', at + 8, at + 18) === '__LINKEDIT') ?? 0
  const end = known === undefined ? Math.ceil(bytes.length / 16) * 16 : bytes.readUInt32LE(known + 8)
  const filled = Buffer.concat([bytes.subarray(0, end), Buffer.alloc(Math.max(end - bytes.length, 0))])
  const signed = Buffer.concat([filled, Buffer.alloc(20_000, 0x5a)])
  const at = known ?? commandsEnd(bytes)
  if (known === undefined) {
    signed.writeUInt32LE(bytes.readUInt32LE(16) + 1, 16)
    signed.writeUInt32LE(bytes.readUInt32LE(20) + 16, 20)
    signed.writeUInt32LE(0x1d, at)
    signed.writeUInt32LE(16, at + 4)
  }
  signed.writeUInt32LE(end, at + 8)
  signed.writeUInt32LE(20_000, at + 12)
  signed.writeBigUInt64LE(0x8000n, linkEdit + 32)
  signed.writeBigUInt64LE(BigInt(signed.length) - bytes.readBigUInt64LE(linkEdit + 40), linkEdit + 48)
  return signed
}

describe('the digest of a native library', () => {
  it('is recorded for each module that npm brings', () => {
    const found = systems.map((system) => [system, libraryDigest(published(system))])
    expect(Object.fromEntries(found)).toEqual(KNOWN_DIGESTS)
    expect(systems).toContain(`${process.platform}-${process.arch}`)
  })

  it.each(systems)('is another one with any changed byte of its code: %s', (system) => {
    const change = (bytes: Buffer): void => void (bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1)
    expect(digest(system, change)).not.toBe(KNOWN_DIGESTS[system])
  })

  it.each(systems.filter((system) => system.startsWith('win32')))('stays the same once it is signed: %s', (system) => {
    expect(digest(system, signForWindows)).toBe(KNOWN_DIGESTS[system])
    expect(digest(system, (bytes) => signForWindows(signForWindows(bytes)))).toBe(KNOWN_DIGESTS[system])
  })

  it.each(systems.filter((system) => system.startsWith('darwin')))('stays the same once it is signed: %s', (system) => {
    expect(digest(system, signForMac)).toBe(KNOWN_DIGESTS[system])
    expect(digest(system, (bytes) => signForMac(signForMac(bytes)))).toBe(KNOWN_DIGESTS[system])
  })

  it('is another one where a library of macOS would load one more', () => {
    const withLibrary = (bytes: Buffer): void => {
      const end = commandsEnd(bytes)
      bytes.writeUInt32LE(bytes.readUInt32LE(16) + 1, 16)
      bytes.writeUInt32LE(bytes.readUInt32LE(20) + 24, 20)
      bytes.writeUInt32LE(0x0c, end)
      bytes.writeUInt32LE(24, end + 4)
    }
    expect(digest('darwin-arm64', withLibrary)).not.toBe(KNOWN_DIGESTS['darwin-arm64'])
  })

  it('is another one where a library of Windows calls its code a signature', () => {
    const shortened = (bytes: Buffer): void => {
      const entryAt = readPortableExecutable(bytes)?.certificateEntryAt ?? 0
      bytes.writeUInt32LE(4096, entryAt)
      bytes.writeUInt32LE(bytes.length - 4096, entryAt + 4)
    }
    expect(digest('win32-x64', shortened)).not.toBe(KNOWN_DIGESTS['win32-x64'])
  })

  it('has an answer for files that only begin like one', () => {
    for (const text of ['', 'MZ', `MZ${'\0'.repeat(200)}`, `MZ${'\xff'.repeat(200)}`, '\xcf\xfa\xed\xfe']) {
      expect(libraryDigest(Buffer.from(text, 'latin1'))).toMatch(/^[\da-f]{64}$/)
    }
    const endless = Buffer.from(`cffaedfe${'ff'.repeat(60)}`, 'hex')
    expect(libraryDigest(endless)).toMatch(/^[\da-f]{64}$/)
  })
})

describe('the native module', () => {
  it('is loaded if it is the known one', async () => {
    expect(typeof (await loadKeytar()).getPassword).toBe('function')
  })

  it('is not loaded if one byte differs, and a sentence says what to do', async () => {
    const file = join(await tempFolder(), 'keytar.node')
    const bytes = Buffer.from(published(`${process.platform}-${process.arch}`))
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
    writeFileSync(file, bytes)
    const keychain = createKeychain(() => loadKeytar(file))
    const failure = await keychain.read('s', 'a').then(() => undefined, failureOf)
    expect(failure).toMatchObject({
      tag: 'keychain-unavailable',
      reason: expect.stringContaining('install Parcel Desk again'),
    })
  })
})
