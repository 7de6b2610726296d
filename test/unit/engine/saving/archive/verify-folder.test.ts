import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { MANIFEST_JSON } from '../../../../../src/engine/saving/archive/manifest.ts'
import { verifyFolder } from '../../../../../src/engine/saving/archive/verify-folder.ts'
import { writeManifest } from '../../../../../src/engine/saving/archive/write-manifest.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { openTestLedger, sampleJob, savedVersion } from '../../../../support/test-ledger.ts'
import { CAN_LINK } from '../../../../support/system-abilities.ts'

describe('verifyFolder', () => {
  let base: string
  let folder: string

  beforeEach(async () => {
    base = await tempFolder()
    folder = join(base, 'archive')
    await mkdir(join(folder, 'customer'), { recursive: true })
    for (const name of ['a', 'b', 'c']) await writeFile(join(folder, `customer/${name}.pdf`), 'content')
    await record('customer/a.pdf', 'customer/b.pdf', 'customer/c.pdf')
  })

  async function record(...paths: string[]): Promise<void> {
    const store = openTestLedger(base)
    store.record(...paths.map((path) => savedVersion(folder, path)))
    await writeManifest({ job: sampleJob(folder), environment: 'test', ledger: store.ledger })
  }

  it('finds nothing wrong when nothing has changed', async () => {
    expect(await verifyFolder(folder)).toEqual({
      folder,
      ok: 3,
      missing: [],
      changed: [],
      extra: [],
      unreadable: [],
      remarked: [],
    })
  })

  it('lists what is missing, changed and extra, by bytes and not by size', async () => {
    await rm(join(folder, 'customer/a.pdf'))
    await writeFile(join(folder, 'customer/b.pdf'), 'CONTENT')
    await writeFile(join(folder, 'customer/c.pdf.0.0a1b2c3d.part'), '')
    await writeFile(join(folder, 'note.txt'), '')
    expect(await verifyFolder(folder)).toEqual({
      folder,
      ok: 1,
      missing: ['customer/a.pdf'],
      changed: ['customer/b.pdf'],
      extra: ['customer/c.pdf.0.0a1b2c3d.part', 'note.txt'],
      unreadable: [],
      remarked: [],
    })
  })

  it('does not count lists as extra that the desk wrote into the folder', async () => {
    for (const name of ['parcel-sets.csv', 'worklist.csv', 'other.csv']) await writeFile(join(folder, name), '')
    expect((await verifyFolder(folder)).extra).toEqual(['other.csv'])
  })

  it.skipIf(!CAN_LINK)(
    'does not count a file as extra that it found under another spelling of its folder',
    async () => {
      // As on Windows and macOS: the recorded file is found, but its folder is spelled differently (W-B4).
      await rename(join(folder, 'customer'), join(folder, 'CUSTOMER'))
      await symlink('CUSTOMER', join(folder, 'customer'))
      const { ok, missing, extra } = await verifyFolder(folder)
      expect({ ok, missing, extra }).toEqual({ ok: 3, missing: [], extra: ['customer'] })
    },
  )

  it('counts a file as missing where a folder or a link has its name', async () => {
    await rm(join(folder, 'customer/a.pdf'))
    await mkdir(join(folder, 'customer/a.pdf'))
    await rm(join(folder, 'customer/b.pdf'))
    await symlink(join(folder, 'customer/c.pdf'), join(folder, 'customer/b.pdf'))
    const { ok, missing } = await verifyFolder(folder)
    expect({ ok, missing }).toEqual({ ok: 1, missing: ['customer/a.pdf', 'customer/b.pdf'] })
  })

  it.each(['../secret.pdf', 'customer/../../secret.pdf', '/secret.pdf', '.', ''])(
    'opens nothing outside the folder that a manifest names: %s',
    async (path) => {
      await writeFile(join(base, 'secret.pdf'), 'content')
      await record(path)
      expect(await verifyFolder(folder)).toMatchObject({ ok: 3, missing: [path], changed: [] })
    },
  )

  it('fails without a manifest, without a folder, and for a file', async () => {
    await rm(join(folder, MANIFEST_JSON))
    expect(await failureThrown(verifyFolder(folder))).toMatchObject({ tag: 'bad-usage' })
    expect(await failureThrown(verifyFolder(join(base, 'missing')))).toMatchObject({ tag: 'bad-usage' })
    expect(await failureThrown(verifyFolder(join(folder, 'customer/a.pdf')))).toMatchObject({ tag: 'bad-usage' })
  })

  it('fails when the manifest cannot be read', async () => {
    await writeFile(join(folder, MANIFEST_JSON), '[]')
    expect(await failureThrown(verifyFolder(folder))).toMatchObject({ tag: 'folder-refused' })
  })

  it('can be stopped', async () => {
    expect(await failureThrown(verifyFolder(folder, AbortSignal.abort()))).toEqual({ tag: 'interrupted' })
  })
})
