import { lstat, mkdir, readdir, readFile, readlink, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  MANIFEST_CSV,
  MANIFEST_JSON,
  manifestHead,
  type ManifestEntry,
} from '../../../../../src/engine/saving/archive/manifest.ts'
import { readManifest } from '../../../../../src/engine/saving/archive/manifest-parts.ts'
import { removeFromManifest, writeManifest } from '../../../../../src/engine/saving/archive/write-manifest.ts'
import { partName } from '../../../../../src/engine/saving/disk/part-files.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { IS_POSIX } from '../../../../support/system-abilities.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'
import {
  openTestLedger,
  sampleFacts,
  sampleJob,
  savedVersion,
  type TestLedger,
} from '../../../../support/test-ledger.ts'
import { watchFlushes } from '../../../../support/watch-flushes.ts'

let folder: string
let store: TestLedger
beforeEach(async () => {
  folder = await tempFolder()
  store = openTestLedger(await tempFolder())
})

const write = async ({ ledger }: TestLedger = store): Promise<void> => {
  await writeManifest({ job: { ...sampleJob(folder) }, environment: 'production', ledger })
}
const text = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
async function entries(): Promise<ManifestEntry[]> {
  const found: ManifestEntry[] = []
  for await (const entry of (await readManifest(folder))?.documents() ?? []) found.push(entry)
  return found
}
const paths = async (): Promise<string[]> => (await entries()).map(({ path }) => path)

describe.skipIf(!IS_POSIX)('a manifest that is written', () => {
  it('has its names flushed once both are there, so that a power cut brings back no older one', async () => {
    store.record(savedVersion(folder, 'a.pdf'))
    const flushed = await watchFlushes(folder)
    await write()
    expect(flushed).toEqual([[MANIFEST_CSV, MANIFEST_JSON]])
  })

  it('is gone for good with its last document', async () => {
    store.record(savedVersion(folder, 'a.pdf'))
    await write()
    const flushed = await watchFlushes(folder)
    const target = { job: sampleJob(folder), environment: 'production', ledger: store.ledger } as const
    await removeFromManifest(target, new Set(['a.pdf']))
    expect(flushed).toEqual([[]])
  })
})

describe('a manifest that cannot be written', () => {
  it.skipIf(process.platform !== 'linux')('leaves no file open', async () => {
    await mkdir(join(folder, partName(MANIFEST_JSON, sampleJob(folder).id)))
    await expect(write()).rejects.toThrow()
    const descriptors = await readdir('/proc/self/fd')
    const open = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    expect(open.filter((path) => path.startsWith(folder))).toEqual([])
  })
})

describe('the manifest as CSV', () => {
  it('opens in a spreadsheet: byte order mark, one heading, Windows line ends', async () => {
    store.record(savedVersion(folder, 'a.pdf'), savedVersion(folder, 'b.pdf'))
    await write()
    const csv = await text(MANIFEST_CSV)
    expect(csv.startsWith('\uFEFFpath,documentName,docType,customerId')).toBe(true)
    expect(csv.split('\r\n')).toHaveLength(4)
    expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(csv).toContain('"4 February 2026, 08:15"')
  })

  it.each(['=HYPERLINK("http://127.0.0.1")', '+1', '-1', '@SUM(1)', '\t=1', '＝1'])(
    'runs nothing that the service sent: %s',
    async (name) => {
      store.record({ ...savedVersion(folder, 'a.pdf'), facts: { ...sampleFacts, name, shipmentRef: name } })
      await write()
      const [, line = ''] = (await text(MANIFEST_CSV)).split('\r\n')
      expect(line).toMatch(/^a\.pdf,"?'/)
      expect(await entries()).toMatchObject([{ documentName: name, shipmentRef: name }])
    },
  )

  it('leaves cells empty where the service gave no value', async () => {
    store.record({ ...savedVersion(folder, 'a.pdf'), facts: { ...sampleFacts, name: null, docType: null } })
    await write()
    expect(await text(MANIFEST_CSV)).toContain('\r\na.pdf,,,0a0a0a0a')
    expect(await entries()).toMatchObject([{ documentName: null, docType: null }])
  })
})

describe('the manifest as JSON', () => {
  it('records where every version is, what it is, and when, by whom and from where it was fetched', async () => {
    const version = savedVersion(folder, 'customer/a.pdf')
    store.record(version)
    await write()
    const whole: unknown = JSON.parse(await text(MANIFEST_JSON))
    const { bytes, sha256, setId, documentId, savedAt } = version
    const entry = { path: 'customer/a.pdf', bytes, sha256, setId, documentId, savedAt, user: 'ops@aurora.example' }
    expect(whole).toMatchObject({ manifest: 1, environment: 'production', documents: [entry] })
    expect(await entries()).toMatchObject([{ ...entry, statusAtFetch: 'signed', lengthDeclared: true }])
  })

  it('is valid and readable when it is empty and when it is larger than a block', async () => {
    await write()
    expect(JSON.parse(await text(MANIFEST_JSON))).toMatchObject({ documents: [] })
    expect(await entries()).toEqual([])
    const many = Array.from({ length: 2000 }, (_, index) => savedVersion(folder, `漢字 ${index}.pdf`))
    store.record(...many)
    await write()
    expect(JSON.parse(await text(MANIFEST_JSON))).toMatchObject({ documents: { length: 2000 } })
    expect((await paths()).toSorted()).toEqual(many.map(({ relativePath }) => relativePath).toSorted())
  })

  it('leaves nothing half-written beside it', async () => {
    await write()
    expect(await filesBelow(folder)).toEqual([MANIFEST_CSV, MANIFEST_JSON])
  })
})

describe('the manifest in a folder that others may write to', () => {
  it.skipIf(process.platform === 'win32')('is not written through a planted link', async () => {
    const precious = join(await tempFolder(), 'precious')
    await writeFile(precious, 'precious')
    const { id } = sampleJob(folder)
    for (const name of [MANIFEST_CSV, MANIFEST_JSON]) await symlink(precious, join(folder, partName(name, id)))
    store.record(savedVersion(folder, 'a.pdf'))
    await write()
    expect(await readFile(precious, 'utf8')).toBe('precious')
    expect((await lstat(join(folder, MANIFEST_CSV))).isFile()).toBe(true)
    expect(await paths()).toEqual(['a.pdf'])
  })

  it('is refused where a line does not end', async () => {
    const file = join(folder, MANIFEST_JSON)
    await writeFile(file, manifestHead('production'))
    await truncate(file, 10 * 1024 * 1024 * 1024)
    expect(await failureThrown(paths())).toMatchObject({ tag: 'folder-refused' })
  })
})

describe('the manifest of a folder that two installations save into', () => {
  let other: TestLedger
  beforeEach(() => {
    other = openTestLedger(folder, '.other.sqlite')
  })

  it('keeps what the other installation recorded', async () => {
    store.record(savedVersion(folder, 'a.pdf'))
    await write()
    other.record(savedVersion(folder, 'b.pdf'))
    await write(other)
    await write()
    expect((await paths()).toSorted()).toEqual(['a.pdf', 'b.pdf'])
    expect((await text(MANIFEST_CSV)).split('\r\n')).toHaveLength(4)
  })

  it('has the latest record of a file, whichever installation writes the manifest', async () => {
    store.record({ ...savedVersion(folder, 'a.pdf', 'old'), savedAt: '2026-01-01T00:00:00.000Z' })
    const newer = { ...savedVersion(folder, 'a.pdf', 'new'), savedAt: '2026-01-02T00:00:00.000Z' }
    other.record(newer)
    for (const by of [store, other, store]) await write(by)
    expect(await entries()).toMatchObject([{ path: 'a.pdf', sha256: newer.sha256 }])
  })
})

describe('a manifest that somebody edited', () => {
  beforeEach(async () => {
    store.record(savedVersion(folder, 'a.pdf'), savedVersion(folder, 'b.pdf'))
    await write()
  })
  const edit = async (change: (text: string) => string): Promise<void> =>
    writeFile(join(folder, MANIFEST_JSON), change(await text(MANIFEST_JSON)))

  it('is read in any layout', async () => {
    await edit((json) => JSON.stringify(JSON.parse(json), undefined, 2))
    expect(await paths()).toEqual(['a.pdf', 'b.pdf'])
    await edit((json) => JSON.stringify(JSON.parse(json)))
    expect(await paths()).toEqual(['a.pdf', 'b.pdf'])
  })

  it.each([
    ['cut off', (json: string) => json.slice(0, -4)],
    ['cut off in the middle of an entry', (json: string) => json.slice(0, -60)],
    ['without a hash', (json: string) => json.replace('sha256', 'md5')],
    ['of another kind', () => '{"manifest":2}'],
    ['no JSON', () => 'PK\u0003\u0004'],
    ['empty', () => ''],
  ])('is refused when it is %s, and not written over', async (_, change) => {
    await edit(change)
    const damaged = await text(MANIFEST_JSON)
    expect(await failureThrown(entries())).toMatchObject({ tag: 'folder-refused', folder })
    expect(await failureThrown(write())).toMatchObject({ tag: 'folder-refused' })
    expect(await text(MANIFEST_JSON)).toBe(damaged)
    expect(await filesBelow(folder)).toEqual([MANIFEST_CSV, MANIFEST_JSON])
  })

  it('is undefined where there is none', async () => {
    expect(await readManifest(join(folder, 'other'))).toBeUndefined()
  })
})
