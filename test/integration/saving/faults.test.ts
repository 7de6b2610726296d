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
  it('ends with every document whole, and says so', async () => {
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
    expect(attempts).toBe(320 + faults)
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
