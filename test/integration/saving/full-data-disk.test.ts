import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { composeDesk } from '../../support/composed-desk.ts'
import { cannotMount } from '../../support/mounted-folder.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { mountMemory } from '../../support/test-mount.ts'
import { createProgram, type Program } from '../cli-program.ts'

const title = (what: string): string => (cannotMount === undefined ? what : `${what} (left out: ${cannotMount})`)

const READING = [['jobs'], ['inbox'], ['verify', 'out'], ['schedule', 'list'], ['profiles']]

let program: Program
let job: string
beforeEach(async () => {
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 2 }) })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
})

/** Saves with a data folder on a disk of its own. */
async function saveOn(size: string) {
  const disk = await mountMemory(join(program.folder, 'data'), size)
  const { code, stdout } = await program.runHere([
    'save',
    '--to',
    'out',
    '--name',
    'all/{documentId}',
    '--json',
    '--quiet',
  ])
  expect(code).toBe(0)
  job = readSaveResult(stdout).job
  return disk
}

/** To the last byte. */
function fill(folder: string): void {
  const filler = openSync(join(folder, 'filler'), 'w')
  try {
    for (const bytes of [65_536, 4_096, 512, 1]) fillBy(filler, Buffer.alloc(bytes))
  } finally {
    closeSync(filler)
  }
}

function fillBy(filler: number, chunk: Buffer): void {
  try {
    while (writeSync(filler, chunk) === chunk.length);
  } catch {
    // Full.
  }
}

async function expectReadable(): Promise<void> {
  for (const words of READING) {
    const { code, stderr } = await program.runHere(words)
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
  }
  expect((await program.runHere(['jobs'])).stdout).toContain(job)
}

describe.skipIf(cannotMount !== undefined)(title('a data folder whose disk is full'), () => {
  it('can be read, and undoing a save makes room again', { tags: 'soak' }, async () => {
    const { folder } = await saveOn('40m')
    fill(folder)
    expect(() => appendFileSync(join(folder, 'more'), 'x')).toThrow('ENOSPC')
    await expectReadable()
    const { code, stdout, stderr } = await program.run(['undo', job, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ isComplete: true, vanished: 0 })
    expect(await filesBelow(join(program.folder, 'out'))).toEqual([])
    expect((await program.runHere(['jobs', '--json'])).stdout).not.toContain('"removed":0')
  })

  it('has its desk start, with all that is stored', async () => {
    const { folder } = await saveOn('40m')
    fill(folder)
    const { call } = await composeDesk({ paths: { dataDir: folder } })
    const { jobs } = await call('desk.snapshot', {})
    expect(jobs).toMatchObject([{ jobId: job }])
  })
})

describe('a desk one of whose databases cannot be opened', () => {
  it('starts with the rest, and says which', async () => {
    const { root, desk } = await composeDesk()
    await desk.stop()
    const file = join(root, 'data/production/ledger.sqlite')
    await mkdir(dirname(file), { recursive: true })
    const newer = new DatabaseSync(file)
    newer.exec('PRAGMA user_version=999')
    newer.close()
    const again = await composeDesk({}, root)
    const { jobs, notices } = await again.call('desk.snapshot', {})
    expect(jobs).toEqual([])
    expect(notices).toMatchObject([{ where: file, message: expect.stringContaining('newer version') }])
  })
})

describe.skipIf(cannotMount !== undefined)(title('a data folder that may only be read'), () => {
  it('can be read, with nothing made for what it does not have', async () => {
    const disk = await saveOn('40m')
    disk.remount('ro')
    await expectReadable()
    const { code, stderr } = await program.runHere(['undo', job])
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('could not be read or written') })
  })
})
