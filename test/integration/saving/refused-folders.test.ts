import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { readSaveResult, saveResult, wholeFailure } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createProgram, type Program } from '../cli-program.ts'

let service: ExchangeService
let program: Program
beforeEach(async () => {
  service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }) })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
})

const inFolder = (name: string): string => join(program.folder, name)
const save = (to: string, ...words: string[]) =>
  program.runHere(['save', '--customer', 'aurora', '--to', to, '--name', '{documentId}', '--json', '--quiet', ...words])

/** Expects exit code 7 and one sentence with this text, before any request to the service. */
async function expectRefused(to: string, words: string[], sentence: RegExp): Promise<void> {
  const before = [service.counts.search, service.counts.document]
  const { code, stdout, stderr } = await save(to, ...words)
  expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringMatching(sentence) })
  expect(stderr.trim().split('\n')).toHaveLength(1)
  const { failure } = wholeFailure.parse(JSON.parse(stdout))
  expect(`${failure.message} ${failure.next}`).toMatch(sentence)
  expect([service.counts.search, service.counts.document]).toEqual(before)
}

describe('a target folder', () => {
  it('is refused when it is a file, or below one', async () => {
    await writeFile(inFolder('file'), 'of somebody else')
    await expectRefused('file', [], /it is a file, not a folder/)
    await expectRefused('file/below', [], /is a file, not a folder/)
  })

  it('is refused when it is the data folder or inside it, even through a link', async () => {
    await mkdir(inFolder('data'))
    await symlink(inFolder('data'), inFolder('link'))
    for (const to of ['data', 'data/documents', 'link', 'link/documents', './other/../data']) {
      await expectRefused(to, [], /the data folder of Parcel Desk/)
    }
    expect(existsSync(inFolder('data/documents'))).toBe(false)
  })

  it('is refused when it belongs to an archive of the other environment, both ways round', async () => {
    expect(await save('live')).toMatchObject({ code: 0 })
    expect(await save('trial', '--environment', 'test')).toMatchObject({ code: 0 })
    await expectRefused('live', ['--environment', 'test'], /archive of the production environment/)
    await expectRefused('live/below', ['--environment', 'test'], /archive of the production environment/)
    await expectRefused('trial', [], /archive of the test environment/)
    expect(await save('live')).toMatchObject({ code: 0 })
  })

  it('is refused when its manifest is damaged, and says what to do', async () => {
    expect(await save('out')).toMatchObject({ code: 0 })
    await writeFile(inFolder('out/parcel-desk-manifest.json'), '{"manifest":')
    await expectRefused('out', [], /cannot be read as a manifest\. Move that file away/)
  })

  it('is refused when its path is too long for the system', async () => {
    await expectRefused('x'.repeat(300), [], /The path is too long/)
    await expectRefused(`${'x'.repeat(200)}/`.repeat(25), [], /The path is too long/)
  })

  it('is not created by a dry run', async () => {
    const { code, stdout } = await save('new/folder', '--dry-run')
    expect(code).toBe(0)
    expect(await readdir(program.folder)).toEqual(['data'])
    expect(saveResult.extend({ job: z.null() }).parse(JSON.parse(stdout)).documents.length).toBeGreaterThan(0)
    expect(service.counts.document).toBe(0)
  })
})

describe('documents of the test environment', () => {
  it('are marked as such in their names, and kept apart in ledger and manifest', async () => {
    const { stdout } = await save('trial', '--environment', 'test')
    const { documents } = readSaveResult(stdout)
    for (const { path } of documents) expect(path).toMatch(/\/TEST [0-9a-f-]{36}\.pdf$/)
    const live = readSaveResult((await save('live')).stdout)
    for (const { path } of live.documents) expect(path).toMatch(/\/live\/[0-9a-f-]{36}\.pdf$/)
    const files = (await filesBelow(inFolder('data'))).filter((file) => file.endsWith('ledger.sqlite'))
    expect(files).toEqual(['production/ledger.sqlite', 'test/ledger.sqlite'])
  })

  it('stay so when the job is resumed, which no other environment can do', async () => {
    service.faults.add({ match: 'document', kind: '404', times: 1 })
    const { job } = readSaveResult((await save('trial', '--environment', 'test')).stdout)
    const asked = service.requests.length
    expect(await program.runHere(['resume', job, '--environment', 'production'])).toMatchObject({ code: 2 })
    expect(service.requests.length).toBe(asked)
    const resumed = readSaveResult((await program.runHere(['resume', job, '--json'])).stdout)
    expect(resumed).toMatchObject({ complete: true, failed: 0 })
    for (const { path } of resumed.documents) expect(path).toMatch(/\/trial\/TEST /)
    await expectRefused('trial', [], /archive of the test environment/)
  })
})
