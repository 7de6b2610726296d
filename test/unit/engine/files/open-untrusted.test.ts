import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createOwnFile,
  openUntrusted,
  openUntrustedSync,
  readUntrusted,
  readUntrustedSync,
  UntrustedFileError,
} from '../../../../src/engine/files/open-untrusted.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const isWindows = process.platform === 'win32'

let folder: string
let precious: string
beforeEach(async () => {
  folder = await tempFolder()
  precious = join(folder, 'precious.txt')
  writeFileSync(precious, 'precious')
})

const refusal = (file: string, reason: string): Error => new UntrustedFileError(file, reason)

describe('opening a file that others may write to', () => {
  it('reads a regular file', async () => {
    const handle = await openUntrusted(precious)
    expect(await handle.readFile('utf8')).toBe('precious')
    await handle.close()
    expect(readUntrustedSync(precious, 100)).toBe('precious')
  })

  it.skipIf(isWindows)('follows no link, unless the user named it', async () => {
    const link = join(folder, 'link')
    symlinkSync(precious, link)
    await expect(openUntrusted(link)).rejects.toThrow(refusal(link, 'is a link'))
    expect(() => openUntrustedSync(link)).toThrow(refusal(link, 'is a link'))
    expect(readUntrustedSync(link, 100, { followsLinks: true })).toBe('precious')
  })

  it.skipIf(isWindows)('waits for nobody at a named pipe', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    await expect(openUntrusted(pipe)).rejects.toThrow(refusal(pipe, 'is a named pipe'))
    expect(() => openUntrustedSync(pipe)).toThrow(refusal(pipe, 'is a named pipe'))
    expect(() => openUntrustedSync(pipe, { appends: true })).toThrow(refusal(pipe, 'is a named pipe'))
  })

  it('refuses a folder', async () => {
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    await expect(openUntrusted(inner)).rejects.toBeInstanceOf(UntrustedFileError)
    expect(() => openUntrustedSync(inner, { appends: true })).toThrow(UntrustedFileError)
  })

  it('passes on what the disk says', async () => {
    await expect(openUntrusted(join(folder, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(() => openUntrustedSync(join(folder, 'gone'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })

  it('takes no file into memory that is larger than such a file is', async () => {
    const large = join(folder, 'large')
    writeFileSync(large, '')
    truncateSync(large, 100 * 1024 * 1024 * 1024)
    expect(() => readUntrustedSync(large, 1000)).toThrow(refusal(large, 'is larger than 1.0 kB'))
    await expect(readUntrusted(large, 1000)).rejects.toThrow(refusal(large, 'is larger than 1.0 kB'))
  })

  it.skipIf(isWindows)('takes the files of those users only who are named', async () => {
    const { uid } = statSync(precious)
    closeSync(openUntrustedSync(precious, { ownedBy: [0, uid] }))
    const strangers = { ownedBy: [uid + 1] }
    expect(() => openUntrustedSync(precious, strangers)).toThrow(refusal(precious, 'belongs to another user'))
    await expect(openUntrusted(precious, strangers)).rejects.toThrow(refusal(precious, 'belongs to another user'))
  })

  it('appends only to what has no second name', () => {
    const descriptor = openUntrustedSync(precious, { appends: true })
    appendFileSync(descriptor, ' still')
    closeSync(descriptor)
    expect(readFileSync(precious, 'utf8')).toBe('precious still')
    linkSync(precious, join(folder, 'second'))
    const secondName = refusal(precious, 'has a second name (a hard link)')
    expect(() => openUntrustedSync(precious, { appends: true })).toThrow(secondName)
  })
})

describe('a new file of our own', () => {
  it.skipIf(isWindows)('takes the place of a planted link and leaves what it leads to', async () => {
    const part = join(folder, 'manifest.part')
    symlinkSync(precious, part)
    const handle = await createOwnFile(part)
    await handle.appendFile('ours')
    await handle.close()
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(readFileSync(part, 'utf8')).toBe('ours')
  })
})
