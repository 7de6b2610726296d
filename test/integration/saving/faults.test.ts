import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import type { ExchangeData } from '../../exchange-service/exchange-data.ts'
import {
  type ExchangeService,
  startExchangeService,
  type ServiceOptions,
} from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createProgram, type Program } from '../cli-program.ts'

const SAVE = ['save', '--to', 'out', '--name', '{documentId}', '--concurrency', '16', '--json']

let data: ExchangeData
let service: ExchangeService
let program: Program

async function start(options: Partial<ServiceOptions>): Promise<void> {
  service = await startExchangeService({ data, ...options })
  program = await createProgram(service.url)
}
beforeEach(() => {
  data = distinctData({ sets: 80, documentsPerSet: 4 })
})
afterEach(async () => {
  await service.close()
  await program.remove()
})

describe('saving from a service that fails in every way', () => {
  it('ends with every document whole, and says so', { tags: 'soak' }, async () => {
    const documents = {
      '503': 0.08,
      truncated: 0.06,
      errorEnvelope: 0.04,
      withoutEnd: 0.04,
      reset: 0.02,
      dropped: 0.02,
    }
    await start({ tokenUses: 70, faults: { documents, retryAfterSeconds: 0 } })
    const { code, stdout, stderr } = await program.runHere(SAVE)
    // Where several documents in a row failed, it says that the service is waited for.
    const said = /^Saving 320 documents.*\n(The service (does not answer|answers again).*\n)*$/
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(said) })
    const result = readSaveResult(stdout)
    expect(result).toMatchObject({ planned: 320, saved: 320, skipped: 0, failed: 0, complete: true, problems: [] })
    expect(await savedHashes(join(program.folder, 'out'))).toEqual(await honestHashes(data))
    expect(result.documents.map(({ documentId, sha256 }) => [documentId, sha256])).toEqual([
      ...(await honestHashes(data)),
    ])
    expect(Object.keys(service.faults.served).toSorted()).toEqual(Object.keys(documents).toSorted())
    const attempts = result.documents.reduce((sum, document) => sum + document.attempts, 0)
    const faults = Object.values(service.faults.served).reduce((sum, served) => sum + served, 0)
    // Being refused costs no attempt, unless it is always the same document.
    expect(attempts).toBeGreaterThanOrEqual(320 + faults - (service.faults.served['503'] ?? 0))
    expect(attempts).toBeLessThanOrEqual(320 + faults)
    expect(service.counts.token).toBeGreaterThan(4)
    expect(await filesBelow(join(program.folder, 'out'))).toHaveLength(322)
    expect(await program.runHere(['verify', 'out'])).toMatchObject({ code: 0 })
  })

  it('does not count an attempt when a token expired', async () => {
    await start({ tokenUses: 70 })
    const { stdout } = await program.runHere(SAVE)
    const { documents } = readSaveResult(stdout)
    expect(new Set(documents.map(({ attempts }) => attempts))).toEqual(new Set([1]))
    expect(
      service.requests.filter(({ endpoint, status }) => endpoint === 'document' && status === 401).length,
    ).toBeGreaterThan(0)
    expect(await savedHashes(join(program.folder, 'out'))).toEqual(await honestHashes(data))
  })
})

describe('saving from a service that answers 401 although the sign-in holds', () => {
  it('ends with the documents pending, after two sign-ins and not one for each', async () => {
    await start({ faults: { rules: [{ match: 'document', kind: '401' }] } })
    const { code, stdout } = await program.runHere(SAVE)
    expect(code).toBe(3)
    expect(readSaveResult(stdout)).toMatchObject({ planned: 320, saved: 0, complete: false })
    expect(readSaveResult(stdout).failed).toBeLessThan(20)
    expect(service.counts.token).toBe(2)
    expect(service.counts.document).toBeLessThan(60)
  })

  it('saves the others where some documents are not for this user', { tags: 'soak' }, async () => {
    const denied = [...(await honestHashes(data))].filter((_document, index) => index % 5 === 0)
    const rules = denied.map(([documentId]) => ({ match: 'document', kind: '401', documentId }) as const)
    await start({ faults: { rules } })
    const { code, stdout } = await program.runHere(SAVE)
    expect(code).toBe(5)
    const { saved, failed, documents } = readSaveResult(stdout)
    expect([saved, failed]).toEqual([256, 64])
    const tags = documents.flatMap(({ failure }) => failure?.tag ?? [])
    expect(new Set(tags)).toEqual(new Set(['access-denied']))
    expect(service.counts.token).toBeLessThan(5)
  })
})
