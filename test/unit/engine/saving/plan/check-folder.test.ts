import { execFileSync } from 'node:child_process'
import { chown, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { MANIFEST_JSON, manifestHead } from '../../../../../src/engine/saving/archive/manifest.ts'
import { checkFolder, prepareFolder } from '../../../../../src/engine/saving/plan/check-folder.ts'
import { CAN_LINK, IS_POSIX } from '../../../../support/system-abilities.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'

let base: string
let dataDir: string
beforeEach(async () => {
  base = await tempFolder()
  dataDir = join(base, 'data')
  await mkdir(dataDir)
})

const check = (folder: string): Promise<void> => checkFolder({ folder, dataDir, environment: 'test' })

describe('checkFolder', () => {
  it('accepts a folder whether or not it exists, and creates nothing', async () => {
    await mkdir(join(base, 'archive'))
    await check(join(base, 'archive'))
    await check(join(base, 'not/yet/there'))
    expect(await filesBelow(base)).toEqual([])
  })

  it.each(['file', 'file/below', 'file/further/below'])('is not %s', async (name) => {
    await writeFile(join(base, 'file'), '')
    const failure = await failureThrown(check(join(base, name)))
    expect(failure).toMatchObject({ tag: 'folder-refused', reason: expect.stringContaining('a file, not a folder') })
  })

  it.each(['data', 'data/below', ...(CAN_LINK ? ['link', 'link/below', 'link/../data'] : [])])(
    'is not the data folder, nor in it: %s',
    async (name) => {
      await symlink(dataDir, join(base, 'link')).catch(() => undefined)
      const failure = await failureThrown(check(join(base, name)))
      expect(failure).toMatchObject({ tag: 'folder-refused', reason: expect.stringContaining('the data folder') })
    },
  )

  it('accepts a folder that contains the data folder, and a neighbour of it with a longer name', async () => {
    await check(base)
    await check(join(base, 'data-archive'))
  })

  it.each(['archive', 'archive/below', 'archive/not/there'])(
    'is not an archive of the other environment, nor in it: %s',
    async (name) => {
      await mkdir(join(base, 'archive/below'), { recursive: true })
      await writeFile(join(base, 'archive', MANIFEST_JSON), `${manifestHead('production')}]}\n`)
      const failure = await failureThrown(check(join(base, name)))
      expect(failure).toMatchObject({ tag: 'folder-refused', reason: expect.stringContaining('production') })
      await checkFolder({ folder: join(base, name), dataDir, environment: 'production' })
    },
  )

  it.skipIf(process.platform === 'win32')(
    'is refused, and waited at for nobody, when its manifest is a named pipe or a link',
    async () => {
      execFileSync('mkfifo', [join(base, MANIFEST_JSON)])
      const refused = { tag: 'folder-refused', reason: `its ${MANIFEST_JSON} is a named pipe` }
      expect(await failureThrown(check(base))).toMatchObject(refused)
      // In a folder above it is not ours.
      await check(join(base, 'below'))
      await rm(join(base, MANIFEST_JSON))
      await symlink('/dev/zero', join(base, MANIFEST_JSON))
      expect(await failureThrown(check(base))).toMatchObject({
        tag: 'folder-refused',
        reason: expect.stringMatching(/is a link$/),
      })
      await check(join(base, 'below'))
    },
  )

  it.skipIf(process.geteuid?.() !== 0)(
    'goes by no manifest of a folder above that another user put there',
    async () => {
      await writeFile(join(base, MANIFEST_JSON), `${manifestHead('production')}]}\n`)
      expect(await failureThrown(check(join(base, 'below')))).toMatchObject({ tag: 'folder-refused' })
      await chown(join(base, MANIFEST_JSON), 65_534, 65_534)
      await check(join(base, 'below'))
    },
  )

  it('refuses a folder whose manifest cannot be read, since it may belong to the other environment', async () => {
    await writeFile(join(base, MANIFEST_JSON), 'no manifest')
    const failure = await failureThrown(check(base))
    expect(failure).toMatchObject({ tag: 'folder-refused', next: expect.stringContaining('Move that file away') })
  })

  // Windows says so only to who makes it.
  it.skipIf(!IS_POSIX)('refuses a folder whose name is too long for the system', async () => {
    expect(await failureThrown(check(join(base, 'x'.repeat(300))))).toMatchObject({ tag: 'path-too-long' })
  })
})

describe('prepareFolder', () => {
  it('creates the folder with its parents and proves that it takes a file, leaving none behind', async () => {
    prepareFolder(join(base, 'archive/2026'))
    expect(await filesBelow(base)).toEqual([])
    await check(join(base, 'archive/2026'))
  })

  it('fails where no folder can be created', async () => {
    await writeFile(join(base, 'file'), '')
    const failure = await failureThrown(Promise.resolve().then(() => prepareFolder(join(base, 'file/below'))))
    expect(failure).toMatchObject({ tag: 'folder-gone' })
  })
})
