import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConflictPolicy } from '../../../../../src/shared/model/job.ts'
import {
  isSkipped,
  resolveConflict,
  type ConflictOutcome,
} from '../../../../../src/engine/saving/transfer/document-transfer.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { plantable } from '../../../../support/system-abilities.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'
import { openTestLedger, savedVersion, sha256Of, type TestLedger } from '../../../../support/test-ledger.ts'
import { NO_SIGNATURES } from '../../../../../src/shared/model/document-signatures.ts'

const VERSION = `a [version ${sha256Of('new').slice(0, 8)}].pdf`
const part = 'a.pdf.0.0a1b2c3d.part'

describe('resolveConflict', () => {
  let folder: string
  let store: TestLedger

  beforeEach(async () => {
    folder = await tempFolder()
    store = openTestLedger(await tempFolder())
    await writeFile(join(folder, part), 'new')
  })

  async function settle(policy: ConflictPolicy): Promise<ConflictOutcome> {
    const received = {
      bytes: 3,
      sha256: sha256Of('new'),
      isLengthDeclared: true,
      remark: null,
      signatures: NO_SIGNATURES,
    }
    const placement = { folder, relativePath: 'a.pdf', partFile: join(folder, part), received }
    return await resolveConflict(placement, policy, store.ledger)
  }
  const contentOf = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
  const put = (file: string, content: string): Promise<void> => writeFile(join(folder, file), content)

  it.each(['keep-both', 'skip', 'replace'] as const)(
    'is placed by %s when the name is free after all',
    async (policy) => {
      expect(await settle(policy)).toEqual({ relativePath: 'a.pdf', outcome: 'placed' })
      expect(await filesBelow(folder)).toEqual(['a.pdf'])
    },
  )

  it('does not write a file twice when the same bytes are recorded under its name', async () => {
    await put('a.pdf', 'new')
    store.record(savedVersion(folder, 'a.pdf', 'new'))
    expect(await settle('keep-both')).toEqual({ relativePath: 'a.pdf', outcome: 'unchanged' })
  })

  it('adopts a file with the same bytes that was not recorded because of a crash', async () => {
    await put('a.pdf', 'new')
    expect(await settle('keep-both')).toEqual({ relativePath: 'a.pdf', outcome: 'adopted' })
  })

  it.each(['keep-both', 'skip'] as const)(
    'becomes a version beside other bytes, which stay as they are (%s)',
    async (policy) => {
      await put('a.pdf', 'old')
      store.record(savedVersion(folder, 'a.pdf', 'old'))
      expect(await settle(policy)).toEqual({ relativePath: VERSION, outcome: 'placed' })
      expect(await contentOf('a.pdf')).toBe('old')
      expect(await contentOf(VERSION)).toBe('new')
    },
  )

  it('finds an earlier version by its content instead of writing another one', async () => {
    await put('a.pdf', 'old')
    await put(VERSION, 'new')
    expect(await settle('keep-both')).toEqual({ relativePath: VERSION, outcome: 'adopted' })
    store.record(savedVersion(folder, VERSION, 'new'))
    expect(await settle('keep-both')).toEqual({ relativePath: VERSION, outcome: 'unchanged' })
  })

  it('does not trust a record of a file that somebody has changed since', async () => {
    await put('a.pdf', 'edited')
    store.record(savedVersion(folder, 'a.pdf', 'new'))
    expect(await settle('keep-both')).toEqual({ relativePath: VERSION, outcome: 'placed' })
    expect(await contentOf('a.pdf')).toBe('edited')
  })

  it('fails rather than replace other files under both of its names', async () => {
    await put('a.pdf', 'old')
    await put(VERSION, 'of somebody else')
    expect(await failureThrown(settle('keep-both'))).toEqual({ tag: 'file-exists', path: join(folder, VERSION) })
    expect(await contentOf(VERSION)).toBe('of somebody else')
  })

  it('replaces a file by choice', async () => {
    await put('a.pdf', 'old')
    expect(await settle('replace')).toEqual({ relativePath: 'a.pdf', outcome: 'replaced' })
    expect(await contentOf('a.pdf')).toBe('new')
    expect(await filesBelow(folder)).toEqual(['a.pdf'])
  })

  it.each(
    plantable([
      ['a folder', () => mkdir(join(folder, 'a.pdf')).then(() => undefined)],
      ['a link', () => symlink(join(folder, 'target.txt'), join(folder, 'a.pdf'))],
    ]),
  )('goes beside %s under every policy', async (_, make) => {
    await put('target.txt', 'of somebody else')
    await make()
    const before = await lstat(join(folder, 'a.pdf'))
    for (const policy of ['replace', 'keep-both', 'skip'] as const) {
      await put(part, 'new')
      expect((await settle(policy)).relativePath).toBe(VERSION)
    }
    expect((await lstat(join(folder, 'a.pdf'))).ino).toBe(before.ino)
    expect(await contentOf('target.txt')).toBe('of somebody else')
  })
})

describe('isSkipped', () => {
  it('is true when anything has the name', async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'a.pdf'), '')
    expect(await isSkipped('skip', join(folder, 'a.pdf'))).toBe(true)
    expect(await isSkipped('skip', join(folder, 'b.pdf'))).toBe(false)
    expect(await isSkipped('keep-both', join(folder, 'a.pdf'))).toBe(false)
    expect(await isSkipped('replace', join(folder, 'a.pdf'))).toBe(false)
  })
})
