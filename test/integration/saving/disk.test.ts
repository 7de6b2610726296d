import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { cannotMount } from '../../support/mounted-folder.ts'
import { mountFolder, mountMemory } from '../../support/test-mount.ts'
import { createProgram, type Program, type ProgramResult } from '../cli-program.ts'

const data = distinctData({ sets: 50, documentsPerSet: 2, customers: 3 })
const hashes = await honestHashes(data)
const PATTERNS = ['{documentId}', '{customer}/{documentId}']

let service: ExchangeService
let program: Program
let out: string
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
  out = join(program.folder, 'disk')
})

const save = (pattern = '{documentId}', ...words: string[]): string[] => [
  'save',
  '--to',
  'disk',
  '--name',
  pattern,
  '--concurrency',
  '8',
  '--json',
  '--quiet',
  ...words,
]

/** Starts a save, holds its first documents, and runs `act` before they arrive. */
async function saveWhile(words: string[], act: () => Promise<void> | void): Promise<ProgramResult> {
  const gate = service.hold('document')
  const running = program.runHere(words)
  await expect.poll(() => gate.waiting).toBeGreaterThan(0)
  await act()
  gate.open()
  return await running
}

/** Expects exit code 7, one sentence, no further requests, and nothing half-written. */
function expectStopped({ code, stdout, stderr }: ProgramResult, sentence: string | RegExp): void {
  expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringMatching(sentence) })
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('resume')
  expect(readSaveResult(stdout)).toMatchObject({
    complete: false,
    failure: { message: expect.stringMatching(sentence) },
  })
}

async function expectFinished(result: ProgramResult): Promise<void> {
  expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 0, stderr: '' })
  expect(readSaveResult(result.stdout)).toMatchObject({ saved: hashes.size, complete: true })
  expect(await savedHashes(out)).toEqual(hashes)
  expect(await filesBelow(out)).toHaveLength(hashes.size + 2)
  expect(await program.runHere(['verify', 'disk'])).toMatchObject({ code: 0 })
}

const title = (what: string): string => (cannotMount === undefined ? what : `${what} (left out: ${cannotMount})`)

describe.skipIf(cannotMount !== undefined)(title('a disk'), () => {
  it('that is full stops the job, which can be resumed when there is room again', async () => {
    const disk = await mountMemory(out, '240k')
    const result = await program.runHere(save())
    expectStopped(result, /^The disk that holds .* is full\./)
    expect(result.stderr).toMatch(/Free about \d+ kB, then run “parcel-desk resume”/)
    const { saved, documents } = readSaveResult(result.stdout)
    expect(saved).toBeGreaterThan(20)
    expect(service.counts.document).toBeLessThan(saved + 60)
    const files = await savedHashes(out)
    for (const [documentId, sha256] of files) expect(sha256).toBe(hashes.get(documentId))
    expect((await filesBelow(out)).filter((file) => file.endsWith('.part'))).toEqual([])
    expect(documents.filter(({ state }) => state === 'failed')).toEqual([])
    disk.remount('size=10m')
    const asked = service.counts.document
    await expectFinished(await program.runHere(['resume', '--json', '--quiet']))
    expect(service.counts.document - asked).toBe(hashes.size - saved)
  })

  it('that fills up in the middle of a file keeps no part of it: the last write is short without an error', async () => {
    const scans = distinctData({ sets: 24 }, 'scanned-page')
    await service.close()
    service = await startExchangeService({ data: scans })
    onTestFinished(service.close)
    program = await createProgram(service.url)
    onTestFinished(program.remove)
    out = join(program.folder, 'disk')
    const disk = await mountMemory(out, '900k')
    expectStopped(await program.runHere(save()), /^The disk that holds .* is full\./)
    const whole = await honestHashes(scans)
    const found = await savedHashes(out)
    expect(found.size).toBeGreaterThan(2)
    for (const [documentId, sha256] of found) expect(sha256).toBe(whole.get(documentId))
    disk.remount('size=10m')
    expect(await program.runHere(['resume', '--quiet'])).toMatchObject({ code: 0 })
    expect(await savedHashes(out)).toEqual(whole)
  })

  it('that has no room for the data folder stops the job before the first document is fetched', async () => {
    await mountMemory(join(program.folder, 'data'), '100k')
    const { code, stderr } = await program.runHere(save())
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('could not be read or written') })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(service.counts.document).toBe(0)
    expect(existsSync(out) ? await readdir(out) : []).toEqual([])
  })

  it('that fills up under the data folder stops the job; what was saved is found again', async () => {
    const filler = join(program.folder, 'data/filler')
    const disk = await mountMemory(join(program.folder, 'data'), '3m')
    const { code, stderr } = await saveWhile(save(), () =>
      writeFile(filler, Buffer.alloc(4_000_000)).catch(() => undefined),
    )
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringMatching(/sqlite could not be read or written.*full/),
    })
    for (const [documentId, sha256] of await savedHashes(out)) expect(sha256).toBe(hashes.get(documentId))
    await rm(filler)
    disk.remount('size=20m')
    await expectFinished(await program.runHere(['resume', '--json', '--quiet']))
  })

  it.each(PATTERNS)(
    'that becomes read-only stops the job, which goes on when it can be written again: %s',
    async (pattern) => {
      const disk = await mountMemory(out, '10m')
      const result = await saveWhile(save(pattern), () => disk.remount('ro'))
      expectStopped(result, /cannot be written to: it is read-only\./)
      expectStopped(
        await program.runHere(['resume', '--json', '--quiet']).then(asPrintedFailure),
        /cannot be written to/,
      )
      disk.remount('rw')
      await expectFinished(await program.runHere(['resume', '--json', '--quiet']))
    },
  )

  it.each(PATTERNS)('that vanishes has nothing written in its place: %s', { tags: 'soak' }, async (pattern) => {
    const drive = await mountFolder(out, join(program.folder, 'server'))
    const result = await saveWhile(save(pattern), () => drive.unmount())
    expectStopped(result, /is no longer there\./)
    expect(await readdir(out)).toEqual([])
    drive.mount()
    const part = await saveWhile(
      ['resume', '--calls-per-minute', '120', '--max-minutes', '0.05', '--json', '--quiet'],
      () => undefined,
    )
    expect(readSaveResult(part.stdout).saved).toBeGreaterThan(0)
    drive.unmount()
    const asked = service.counts.document
    expectStopped(await program.runHere(['resume', '--json', '--quiet']), /is no longer there\./)
    expect(await readdir(out)).toEqual([])
    expect(service.counts.document).toBe(asked)
    drive.mount()
    await expectFinished(await program.runHere(['resume', '--json', '--quiet']))
  })

  /** The folder is checked before the job is read, so that the whole command fails. */
  function asPrintedFailure(result: ProgramResult): ProgramResult {
    const { failure } = JSON.parse(result.stdout)
    const empty = { job: '', folder: '', planned: 0, saved: 0, skipped: 0, failed: 0, bytes: 0, complete: false }
    return { ...result, stdout: JSON.stringify({ ...empty, manifest: null, documents: [], problems: [], failure }) }
  }
})

describe('a folder', () => {
  it.each(PATTERNS)('that is renamed in the middle of a job is not created again: %s', async (pattern) => {
    const moved = join(program.folder, 'moved')
    expectStopped(await saveWhile(save(pattern), () => rename(out, moved)), /is no longer there\./)
    expect(existsSync(out)).toBe(false)
    expectStopped(await program.runHere(['resume', '--json', '--quiet']), /is no longer there\./)
    expect(existsSync(out)).toBe(false)
    await rename(moved, out)
    await expectFinished(await program.runHere(['resume', '--json', '--quiet']))
  })

  it('that is replaced by another one in the middle of a job gets no files', async () => {
    const result = await saveWhile(save(), async () => {
      await rename(out, join(program.folder, 'moved'))
      await mkdir(out)
    })
    expectStopped(result, /is no longer there\./)
    expect(await readdir(out)).toEqual([])
  })
})
