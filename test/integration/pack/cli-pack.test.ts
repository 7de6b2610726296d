import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { createProgram, type Program, type ProgramResult } from '../cli-program.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { readFileSync } from 'node:fs'

const made = z.looseObject({ documents: z.number(), sha256: z.string().nullable(), lacks: z.array(z.string()) })
const index = z.object({ documents: z.array(z.looseObject({ title: z.string(), sha256: z.string() })) })
const SELECTION = ['--customer', 'aurora']

let program: Program
let calls: () => number

beforeEach(async () => {
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 2 }) })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
  calls = () => service.counts.document
})

const pack = (...words: string[]): Promise<ProgramResult> => program.runHere(['pack', ...words, '--json', '--quiet'])
const inFolder = (name: string): string => path.join(program.folder, name)

function documentsOf(folder: string): z.infer<typeof index>['documents'] {
  return index.parse(JSON.parse(readFileSync(path.join(inFolder(folder), 'index.json'), 'utf8'))).documents
}

describe('pack', () => {
  it('refuses what is not saved, and with --to saves it first; the second time nothing is fetched and the bytes are the same', async () => {
    const refused = await pack(...SELECTION, '--form', 'zip', '--output', 'a.zip')
    expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/not saved yet/),
    })
    const first = await pack(...SELECTION, '--form', 'zip', '--output', 'a.zip', '--to', 'shipments')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const fetched = calls()
    const second = await pack(...SELECTION, '--form', 'zip', '--output', 'b.zip', '--to', 'shipments')
    expect(calls()).toBe(fetched)
    expect(made.parse(JSON.parse(second.stdout)).sha256).toBe(made.parse(JSON.parse(first.stdout)).sha256)
    expect(readFileSync(inFolder('a.zip')).equals(readFileSync(inFolder('b.zip')))).toBe(true)
  })

  it('packs a saved folder by a template without a connection, with the hashes of its manifest', async () => {
    await program.runHere(['save', ...SELECTION, '--to', 'shipments', '--quiet'])
    const templates = [{ name: 'Bank', patterns: ['invoice', 'certificate of nothing'] }]
    await writeFile(inFolder('data/pack-templates.json'), JSON.stringify({ templates }))
    const offline = {
      env: { PARCEL_DESK_BASE_URL: undefined, PARCEL_DESK_USERNAME: undefined, PARCEL_DESK_PASSWORD: undefined },
    }
    const words = ['pack', '--folder', 'shipments', '--form', 'merged', '--template', 'Bank', '--json', '--quiet']
    const dry = await program.runHere([...words, '--output', 'out', '--dry-run'], offline)
    expect(JSON.parse(dry.stdout)).toMatchObject({
      sha256: null,
      lacks: ['certificate of nothing'],
      plan: expect.any(Array),
    })
    const { code, stdout } = await program.runHere([...words, '--output', 'out'], offline)
    expect(code).toBe(0)
    const result = made.parse(JSON.parse(stdout))
    const packed = documentsOf('out')
    expect(packed).toHaveLength(result.documents)
    expect(packed[0]?.title).toMatch(/invoice/i)
    const manifest = readFileSync(inFolder('shipments/parcel-desk-manifest.json'), 'utf8')
    for (const { sha256 } of packed) expect(manifest).toContain(sha256)
    expect(await filesBelow(inFolder('out'))).toContain('pack.pdf')
  })

  it('refuses a file that was changed or removed since, with a sentence', async () => {
    await program.runHere(['save', ...SELECTION, '--to', 'shipments', '--quiet'])
    const [gone = '', changed = ''] = (await filesBelow(inFolder('shipments'))).filter((name) => name.endsWith('.pdf'))
    const words = ['--folder', 'shipments', '--form', 'folder', '--output', 'out']
    const same = readFileSync(inFolder(`shipments/${changed}`))
    await writeFile(inFolder(`shipments/${changed}`), Buffer.alloc(same.length))
    expect(await pack(...words)).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/was changed since it was saved/),
    })
    await rm(inFolder(`shipments/${gone}`))
    expect(await pack(...words)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/1 is not where it was saved/),
    })
    expect((await filesBelow(program.folder)).filter((name) => name.startsWith('out'))).toEqual([])
  })

  it.each([
    [['--form', 'tar', '--output', 'out'], 2],
    [['--form', 'zip'], 2],
    [['--form', 'zip', '--output', 'out.txt', '--folder', 'shipments'], 2],
    [['--form', 'zip', '--output', 'out.zip', '--folder', 'shipments', '--customer', 'aurora'], 2],
    [['--form', 'zip', '--output', 'out.zip', '--folder', 'shipments', '--template', 'unknown'], 2],
    [['--form', 'zip', '--output', 'out.zip', '--folder', 'nowhere'], 6],
    [['--form', 'zip', '--output', 'out.zip', '--shipment-ref', 'SHP-NONE'], 6],
  ])('ends %j with %i and writes nothing', async (words, code) => {
    const before = (await filesBelow(program.folder)).filter((name) => !name.startsWith('data/'))
    expect(await pack(...words)).toMatchObject({ code })
    expect((await filesBelow(program.folder)).filter((name) => !name.startsWith('data/'))).toEqual(before)
  })

  it('replaces nothing', async () => {
    await program.runHere(['save', ...SELECTION, '--to', 'shipments', '--quiet'])
    await writeFile(inFolder('out.zip'), 'mine')
    expect(await pack('--folder', 'shipments', '--form', 'zip', '--output', 'out.zip')).toMatchObject({ code: 7 })
    expect(readFileSync(inFolder('out.zip'), 'utf8')).toBe('mine')
    expect(await pack('--folder', 'shipments', '--form', 'zip', '--output', 'nowhere/out.zip')).toMatchObject({
      code: 2,
    })
    const longest = await pack('--folder', 'shipments', '--form', 'folder', '--output', 'x'.repeat(256))
    expect(longest).toMatchObject({ code: 7, stderr: expect.stringContaining('too long') })
  })
})
