import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { savedHashes } from '../../support/distinct-documents.ts'
import { readSaveResult, wholeFailure } from '../../support/save-results.ts'
import { createProgram, type Program } from '../cli-program.ts'

const SAVE = ['save', '--customer', 'aurora', '--to', 'out', '--name', '{documentId}', '--json', '--quiet']
const GARBAGE = 'no database at all, but long enough to be taken for one '.repeat(200)

let service: ExchangeService
let program: Program
let before: Map<string, string>

beforeEach(async () => {
  service = await startExchangeService({ data: demoData({ setsPerCustomer: 2 }) })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
  expect(await program.runHere(SAVE)).toMatchObject({ code: 0, stderr: '' })
  before = await savedHashes(join(program.folder, 'out'))
})

const inData = (name: string): string => join(program.folder, 'data', name)
async function asideOf(name: string): Promise<string> {
  const [folder, file = ''] = name.includes('/') ? name.split('/') : ['.', name]
  const found = (await readdir(inData(folder ?? '.'))).filter((one) => one.startsWith(`${file}.unreadable-`))
  expect(found).toHaveLength(1)
  return await readFile(join(inData(folder ?? '.'), found[0] ?? ''), 'utf8')
}

describe('a store that cannot be read', () => {
  it.each(['production/ledger.sqlite', 'production/sets.sqlite'])(
    'is set aside with a message, and the command goes on: %s',
    async (name) => {
      await writeFile(inData(name), GARBAGE)
      const { code, stdout, stderr } = await program.runHere(SAVE)
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('was set aside as') })
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(readSaveResult(stdout)).toMatchObject({ complete: true, failed: 0 })
      expect(await asideOf(name)).toBe(GARBAGE)
      expect(await savedHashes(join(program.folder, 'out'))).toEqual(before)
      expect(await program.runHere(['verify', 'out'])).toMatchObject({ code: 0, stderr: '' })
    },
  )

  it('is set aside for the list of profiles, and the command goes on', async () => {
    await writeFile(inData('profiles.json'), GARBAGE)
    const { code, stdout, stderr } = await program.runHere(['profiles', '--json'])
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: expect.stringContaining('was set aside as'),
    })
    expect(await asideOf('profiles.json')).toBe(GARBAGE)
  })

  it('is set aside for the lock, and saving goes on', async () => {
    await writeFile(inData('lock.sqlite'), GARBAGE)
    expect(await program.runHere(SAVE)).toMatchObject({ code: 0 })
    expect(await asideOf('lock.sqlite')).toBe(GARBAGE)
  })
})

describe('a store of a newer version', () => {
  it.each(['production/ledger.sqlite', 'production/sets.sqlite'])(
    'ends the command with 7 and stays as it is: %s',
    async (name) => {
      const database = new DatabaseSync(inData(name))
      database.exec('PRAGMA user_version=99')
      database.close()
      const asked = service.counts.document
      const { code, stdout, stderr } = await program.runHere(SAVE)
      expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('a newer version of Parcel Desk') })
      expect(wholeFailure.parse(JSON.parse(stdout)).failure.tag).toBe('storage-failed')
      expect(service.counts.document).toBe(asked)
      expect((await readdir(inData('production'))).filter((file) => file.includes('unreadable'))).toEqual([])
    },
  )
})
