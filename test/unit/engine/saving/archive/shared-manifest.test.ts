import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { MANIFEST_CSV, MANIFEST_JSON, manifestHead } from '../../../../../src/engine/saving/archive/manifest.ts'
import { readManifest } from '../../../../../src/engine/saving/archive/manifest-parts.ts'
import { sharingFile, sharingFiles } from '../../../../../src/engine/saving/archive/sharing-files.ts'
import { removeFromManifest, writeManifest } from '../../../../../src/engine/saving/archive/write-manifest.ts'
import type { SavedVersion } from '../../../../../src/engine/saving/records/ledger.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'
import { openTestLedger, sampleJob, savedVersion, type TestLedger } from '../../../../support/test-ledger.ts'
import { CAN_LINK, IS_POSIX } from '../../../../support/system-abilities.ts'
import { watchFlushes } from '../../../../support/watch-flushes.ts'

let folder: string
let anna: TestLedger
let bela: TestLedger
beforeEach(async () => {
  folder = await tempFolder()
  anna = openTestLedger(await tempFolder())
  bela = openTestLedger(await tempFolder())
})

const together = { hasSeenOthers: () => true, look: () => Promise.resolve() }
const target = ({ ledger }: TestLedger) => ({ job: sampleJob(folder), environment: 'test' as const, ledger })
const write = (store: TestLedger, savers = together) => writeManifest({ ...target(store), savers })
const fileOf = ({ ledger }: TestLedger): string => sharingFile(folder, 'manifest', ledger.writerId())
const manifest = (): Promise<string> => readFile(join(folder, MANIFEST_JSON), 'utf8')

async function paths(): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of (await readManifest(folder))?.documents() ?? []) found.push(path)
  return found.toSorted()
}

const inFile = async (): Promise<string[]> =>
  Array.from((await manifest()).matchAll(/"path":"(?<path>[^"]+)"/g), ({ groups }) => groups?.['path'] ?? '').toSorted()

/** A saved version whose bytes are in the folder. */
async function saved(path: string, content: string, more: Partial<SavedVersion> = {}): Promise<SavedVersion> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
  return { ...savedVersion(folder, path, content), ...more }
}

describe('a manifest that two jobs of one installation write', () => {
  it('is written by one after the other, so that neither replaces what it has not read', async () => {
    const looks: string[] = []
    const gate = Promise.withResolvers<void>()
    const writeFor = (name: string, until?: Promise<void>) => {
      const look = async (): Promise<void> => {
        looks.push(name)
        await until
      }
      return writeManifest({ ...target(anna), savers: { hasSeenOthers: () => false, look } })
    }
    const written = [writeFor('first', gate.promise), writeFor('second')]
    gate.resolve()
    await Promise.all(written)
    expect(looks).toEqual(['first', 'first', 'second', 'second'])
  })
})

describe('a manifest that two installations write', () => {
  it('has no part while one saves alone, and one part each once they have saved at the same time', async () => {
    anna.record(savedVersion(folder, 'a.pdf'))
    await writeManifest(target(anna))
    expect(await filesBelow(folder)).toEqual([MANIFEST_CSV, MANIFEST_JSON])
    bela.record(savedVersion(folder, 'b.pdf'))
    await write(bela)
    await writeManifest(target(anna))
    expect((await sharingFiles(folder)).map(({ path }) => path)).toEqual([fileOf(anna), fileOf(bela)].toSorted())
    expect(await inFile()).toEqual(['a.pdf', 'b.pdf'])
  })

  it.skipIf(!IS_POSIX)('has the name of a part flushed', async () => {
    anna.record(savedVersion(folder, 'a.pdf'))
    await write(anna)
    const flushed = await watchFlushes(dirname(fileOf(anna)))
    await write(anna)
    expect(flushed).toEqual([[basename(fileOf(anna))]])
  })

  it('is merged again where the other, who had read an older one, has replaced it meanwhile', async () => {
    bela.record(savedVersion(folder, 'b.pdf'))
    await write(bela)
    const older = await manifest()
    anna.record(savedVersion(folder, 'a.pdf'))
    let looks = 0
    const look = async (): Promise<void> => {
      looks += 1
      if (looks !== 2) return
      expect(await inFile()).toEqual(['a.pdf', 'b.pdf'])
      bela.record(savedVersion(folder, 'c.pdf'))
      await writeManifest({ ...target(bela), savers: together })
      await writeFile(join(folder, MANIFEST_JSON), older)
    }
    await write(anna, { hasSeenOthers: () => true, look })
    expect(await inFile()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  })

  it('is read with what one has recorded that was cut off before it could merge', async () => {
    anna.record(savedVersion(folder, 'a.pdf'))
    await write(anna)
    const older = await manifest()
    bela.record(savedVersion(folder, 'b.pdf'))
    await write(bela)
    await writeFile(join(folder, MANIFEST_JSON), older)
    expect(await inFile()).toEqual(['a.pdf'])
    expect(await paths()).toEqual(['a.pdf', 'b.pdf'])
  })

  it('does not get back what one of them has undone, although the other had read it before', async () => {
    anna.record(savedVersion(folder, 'a.pdf'), savedVersion(folder, 'stays.pdf'))
    bela.record(savedVersion(folder, 'b.pdf'))
    await write(anna)
    await write(bela)
    const older = await manifest()
    await removeFromManifest({ ...target(anna), savers: together }, new Set(['a.pdf']))
    expect(await paths()).toEqual(['b.pdf', 'stays.pdf'])
    await writeFile(join(folder, MANIFEST_JSON), older)
    anna.ledger.forget(folder, ['a.pdf'], sampleJob(folder).id)
    await write(bela)
    await write(anna)
    expect(await inFile()).toEqual(['b.pdf', 'stays.pdf'])
    // Saved anew, it is listed again.
    anna.record({ ...savedVersion(folder, 'a.pdf'), savedAt: '2026-02-05T08:20:00.000Z' })
    await write(anna)
    expect(await inFile()).toEqual(['a.pdf', 'b.pdf', 'stays.pdf'])
  })

  it.each([
    ['of another size', 'longer than that'],
    ['of the same size', 'BYTES'],
  ])('believes the file, not the clocks, where both have saved one path: content %s', async (_, there) => {
    bela.record({ ...savedVersion(folder, 'x/a.pdf', 'bytes'), savedAt: '2099-01-01T00:00:00.000Z' })
    anna.record(await saved('x/a.pdf', there))
    await write(bela)
    await write(anna)
    expect(JSON.parse(await manifest())).toMatchObject({ documents: [{ sha256: savedVersion('', '', there).sha256 }] })
  })

  const alone = { hasSeenOthers: () => false, look: () => Promise.resolve() }

  describe.each([
    ['each alone', alone, alone],
    ['with a part of the other', alone, together],
    ['with parts of both', together, together],
  ])('of which one had a clock that was ahead, %s', (_, annas, belas) => {
    const ahead = { savedAt: '2099-01-01T00:00:00.000Z', jobId: 'of-anna' }
    const sums = async (): Promise<unknown[]> => {
      const found: unknown[] = []
      for await (const { sha256 } of (await readManifest(folder))?.documents() ?? []) found.push(sha256)
      return found
    }

    it.each([
      ['another size', 'longer than that'],
      ['the same size', 'NEWER'],
    ])('lists what the other has put in the place since, of %s', async (_size, newer) => {
      anna.record(await saved('x/a.pdf', 'bytes', ahead))
      await write(anna, annas)
      bela.record(await saved('x/a.pdf', newer))
      await write(bela, belas)
      const [now] = [savedVersion('', '', newer).sha256]
      expect(await sums()).toEqual([now])
      // And goes on listing it, whoever saves something else.
      anna.record(await saved('b.pdf', 'other'))
      await write(anna, annas)
      expect(await sums()).toContain(now)
    })
  })

  it('says which part cannot be read, and keeps what the manifest has of it', async () => {
    anna.record(savedVersion(folder, 'a.pdf'))
    await write(anna)
    await truncate(fileOf(anna), 200)
    bela.record(savedVersion(folder, 'b.pdf'))
    const { problems } = await write(bela)
    expect(problems).toEqual([
      { where: expect.stringContaining('.parcel-desk/manifest-'), message: expect.any(String) },
    ])
    expect(await inFile()).toEqual(['a.pdf', 'b.pdf'])
    expect((await write(anna)).problems).toEqual([])
  })

  it.each([
    ['while one saves alone', { hasSeenOthers: () => false, look: () => Promise.resolve() }],
    ['with parts', together],
  ])('says that its folder is gone where the share goes away between two reads: %s', async (_, savers) => {
    anna.record(savedVersion(folder, 'a.pdf'))
    await write(anna, savers)
    const documents = (await readManifest(folder))?.documents()[Symbol.asyncIterator]()
    await rm(folder, { recursive: true })
    const reading = documents?.next() ?? Promise.resolve()
    expect(await failureThrown(reading)).toMatchObject({ tag: 'folder-gone', folder })
  })

  it.skipIf(!CAN_LINK)(
    'opens no link and no pipe in the place of a part, and no part of the other environment',
    async () => {
      anna.record(savedVersion(folder, 'a.pdf'))
      await write(anna)
      const planted = (id: string): string => sharingFile(folder, 'manifest', id.repeat(16))
      await symlink('/dev/zero', planted('1'))
      if (IS_POSIX) execFileSync('mkfifo', [planted('2')])
      else await writeFile(planted('2'), '')
      await writeFile(planted('3'), `{"manifestPart":1,"environment":"production","entries":[\n]}\n`)
      await writeFile(planted('4'), `${manifestHead('test')}]}\n`)
      bela.record(savedVersion(folder, 'b.pdf'))
      expect((await write(bela)).problems).toHaveLength(3)
      expect(await paths()).toEqual(['a.pdf', 'b.pdf'])
    },
  )

  it.skipIf(!CAN_LINK)('follows no link in the place of the folder of the parts', async () => {
    const elsewhere = await tempFolder()
    await symlink(elsewhere, join(folder, '.parcel-desk'))
    anna.record(savedVersion(folder, 'a.pdf'))
    await expect(write(anna)).rejects.toThrow()
    expect(await filesBelow(elsewhere)).toEqual([])
  })
})
