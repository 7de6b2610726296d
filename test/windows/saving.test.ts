import { openSync, closeSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, join, relative, sep, win32 } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MANIFEST_CSV, MANIFEST_JSON } from '../../src/engine/saving/archive/manifest.ts'
import { type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { createProgram, type Program, type ProgramResult } from '../integration/cli-program.ts'
import { distinctData, honestHashes, savedHashes } from '../support/distinct-documents.ts'
import { type PrintedSave, readSaveResult, wholeFailure } from '../support/save-results.ts'
import { filesBelow } from '../support/temp-folder.ts'
import { SHARE, SMALL_DISK } from './places.ts'

const data = distinctData({ sets: 60, documentsPerSet: 2, customers: 3 })
const hashes = await honestHashes(data)
const share = process.env[SHARE] ?? ''
const smallDisk = process.env[SMALL_DISK] ?? ''
/** Opens with no share mode, as a scanner does: nobody else may open, rename or delete the file meanwhile (libuv). */
const UV_FS_O_EXLOCK = 0x10000000
/** Names that Windows keeps for devices, with any extension; or cuts, or takes for a stream. */
const NOT_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)|[. ]$|[<>:"|?*\p{Cc}]/iu

let service: ExchangeService
let program: Program
let archive: string
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
  archive = join(program.folder, 'archive')
})

const OPTIONS = ['--name', '{customer}/{documentId}', '--concurrency', '8', '--json', '--quiet']
const saveTo = (folder: string, ...words: string[]): string[] => ['save', '--to', folder, ...OPTIONS, ...words]

async function save(folder: string, ...words: string[]): Promise<PrintedSave & { code: number | null }> {
  const { code, stdout } = await program.run(saveTo(folder, ...words))
  return { ...readSaveResult(stdout), code }
}

async function verify(folder: string): Promise<{ code: number | null; verdict: unknown }> {
  const { code, stdout } = await program.run(['verify', folder, '--json'])
  return { code, verdict: JSON.parse(stdout) }
}

/** Holds a file as another program may, until the test ends or it is let go. */
function hold(file: string): () => void {
  let handle: number | undefined = openSync(file, UV_FS_O_EXLOCK)
  const letGo = (): void => {
    if (handle !== undefined) closeSync(handle)
    handle = undefined
  }
  onTestFinished(letGo)
  return letGo
}

function expectWholeFailure({ code, stdout }: ProgramResult, tag: string, exitCode = 7): void {
  const { failure } = wholeFailure.parse(JSON.parse(stdout))
  expect({ code, tag: failure.tag }).toEqual({ code: exitCode, tag })
}

describe('a save on Windows', () => {
  it('is whole, verified, and done once', async () => {
    expect(await save(archive)).toMatchObject({ code: 0, saved: hashes.size, failed: 0, complete: true })
    expect(await savedHashes(archive)).toEqual(hashes)
    expect(await filesBelow(archive)).toHaveLength(hashes.size + 2)
    expect(await verify(archive)).toMatchObject({ code: 0, verdict: { ok: hashes.size, extra: [], missing: [] } })
    const asked = service.counts.document
    expect(await save(archive, '--only-new')).toMatchObject({ code: 0, saved: 0, skipped: hashes.size })
    expect(service.counts.document).toBe(asked)
  })

  it('is ended by TerminateProcess, listed as stopped, and finished by resume', async () => {
    const gate = service.hold('document')
    const running = program.start(saveTo(archive))
    await expect.poll(() => gate.waiting).toBe(8)
    gate.open()
    await service.untilCounted('document', 40)
    running.child.kill()
    expect((await running.result).code).not.toBe(0)
    const jobs: unknown = JSON.parse((await program.run(['jobs', '--json'])).stdout)
    expect(jobs).toMatchObject([{ state: 'stopped' }])
    const resumed = await program.run(['resume', '--json', '--quiet'])
    expect({ code: resumed.code, complete: readSaveResult(resumed.stdout).complete }).toEqual({
      code: 0,
      complete: true,
    })
    expect(await savedHashes(archive)).toEqual(hashes)
    // No `.part` is left.
    expect(await filesBelow(archive)).toHaveLength(hashes.size + 2)
    expect(await verify(archive)).toMatchObject({ code: 0 })
  })

  it('keeps the process that came second out, and names the first', async () => {
    const gate = service.hold('document')
    const running = program.start(saveTo(archive))
    await expect.poll(() => gate.waiting).toBe(8)
    const second = await program.run(saveTo(archive))
    expect({ code: second.code, stderr: second.stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining(`${running.child.pid ?? ''}`),
    })
    gate.open()
    expect(await running.result).toMatchObject({ code: 0 })
  })

  it('makes of names that Windows keeps for itself names that it takes', async () => {
    service.faults.add({ match: 'search', kind: 'hostileNames' })
    const { code, stdout } = await program.run(['save', '--to', archive, '--json', '--quiet'])
    const { documents, failed } = readSaveResult(stdout)
    expect({ code, failed }).toEqual({ code: 0, failed: 0 })
    const onDisk = await filesBelow(archive)
    for (const { path } of documents) {
      const below = relative(archive, path).replaceAll(sep, '/')
      expect(onDisk).toContain(below)
      expect(below.split('/').filter((part) => NOT_ON_WINDOWS.test(part))).toEqual([])
    }
    expect(await verify(archive)).toMatchObject({ code: 0, verdict: { ok: documents.length, extra: [] } })
  })

  it('refuses a folder that nobody can mean, before it asks the service for anything', async () => {
    const folders = [
      String.raw`C:\aux\x`,
      String.raw`C:\what?`,
      String.raw`C:\Trail. `,
      String.raw`C:\My Ships" --only-new`,
      // No system takes such a name.
      win32.join(archive, 'x'.repeat(300)),
    ]
    for (const folder of folders) expect(await program.run(saveTo(folder))).toMatchObject({ code: 2 })
    expect(service.counts.search).toBe(0)
  })

  it('shortens names as the path grows long, and says so where there is no room left', async () => {
    const deep = join(archive, 'd'.repeat(60))
    expect(await save(deep)).toMatchObject({ code: 0, saved: hashes.size })
    const longest = Math.max(...(await filesBelow(deep)).map((file) => join(deep, file).length))
    expect(longest).toBeLessThan(260)
    const tooDeep = join(archive, 'd'.repeat(120), 'e'.repeat(120))
    expectWholeFailure(await program.run(saveTo(tooDeep)), 'path-too-long')
  })

  it('takes a folder and its subfolders in another case for the same', async () => {
    const { documents } = await save(archive)
    const [customer = ''] = (await readdir(archive)).filter((name) => !name.startsWith('parcel-desk'))
    const other = win32.join(program.folder, 'ARCHIVE')
    expect(await save(other, '--only-new')).toMatchObject({ code: 0, saved: 0, skipped: documents.length })
    // A folder that is there in another case before anything is saved.
    const second = join(program.folder, 'second')
    await mkdir(join(second, customer.toUpperCase()), { recursive: true })
    expect(await save(second)).toMatchObject({ code: 0, failed: 0 })
    expect(await verify(second)).toMatchObject({ code: 0, verdict: { extra: [], missing: [] } })
  })
})

describe('a file that another program holds', () => {
  let held: string
  beforeEach(async () => {
    const { documents } = await save(archive)
    held = documents[0]?.path ?? ''
  })

  it('fails its document alone, and is listed by verify', async () => {
    const letGo = hold(held)
    expect(await save(archive)).toMatchObject({ code: 5, failed: 1, skipped: hashes.size - 1 })
    const { code, verdict } = await verify(archive)
    expect({ code, verdict }).toMatchObject({ code: 5, verdict: { ok: hashes.size - 1, missing: [], changed: [] } })
    expect(JSON.stringify(verdict)).toContain(basename(held))
    letGo()
    expect(await verify(archive)).toMatchObject({ code: 0 })
  })

  it('may be the manifest: one sentence says which file to close', async () => {
    const letGo = hold(join(archive, MANIFEST_JSON))
    expectWholeFailure(await program.run(saveTo(archive)), 'file-held')
    letGo()
    hold(join(archive, MANIFEST_CSV))
    const saved = await save(archive)
    expect(saved).toMatchObject({ code: 0, complete: true })
    expect(saved.problems).toMatchObject([
      { where: join(archive, MANIFEST_CSV), message: expect.stringContaining('Close it') },
    ])
  })
})

describe('places of Windows', () => {
  it.skipIf(share === '')('takes a share by its UNC name', async () => {
    const folder = win32.join(share, basename(program.folder))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    // Wine says for a share where it is on its own system, so its name is not looked at.
    expect(await save(folder)).toMatchObject({ code: 0, saved: hashes.size })
    expect(await savedHashes(folder)).toEqual(hashes)
    expect(await verify(folder)).toMatchObject({ code: 0 })
  })

  it('says that a drive is not there', async () => {
    expectWholeFailure(await program.run(saveTo(String.raw`Q:\archive`)), 'folder-gone')
  })

  it.skipIf(smallDisk === '')(
    'stops where a disk is full, keeps what was saved, and goes on when there is room',
    async () => {
      const folder = win32.join(smallDisk, 'archive')
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const ballast = win32.join(smallDisk, 'ballast')
      onTestFinished(() => rm(ballast, { force: true }))
      await mkdir(folder, { recursive: true })
      await fillUp(ballast)
      const stopped = await program.run(saveTo(folder))
      expect({ code: stopped.code, tag: readSaveResult(stopped.stdout).failure?.tag }).toEqual({
        code: 7,
        tag: 'disk-full',
      })
      await rm(ballast)
      expect(await program.run(['resume', '--json', '--quiet'])).toMatchObject({ code: 0 })
      expect(await savedHashes(folder)).toEqual(hashes)
    },
  )
})

/** Leaves room for a few documents. */
async function fillUp(ballast: string): Promise<void> {
  const file = await open(ballast, 'w')
  const piece = Buffer.alloc(64 * 1024)
  let size = 0
  try {
    for (;;) size += (await file.write(piece)).bytesWritten
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('ENOSPC')) throw error
    await file.truncate(Math.max(0, size - 3 * piece.length))
  } finally {
    await file.close()
  }
}
