import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createHttp } from '../../../src/adapters/node-http.ts'
import type { ClockPort } from '../../../src/engine/ports/clock.ts'
import type { HostPorts } from '../../../src/engine/ports/host-ports.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { resumeWith, saveRequest, saveWith } from '../../support/save-with-desk.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { createProgram } from '../cli-program.ts'

const data = distinctData({ sets: 200, documentsPerSet: 1 })
const hashes = await honestHashes(data)

async function start(served = data): Promise<ExchangeService> {
  const service = await startExchangeService({ data: served })
  onTestFinished(service.close)
  return service
}

let service: ExchangeService
beforeEach(async () => {
  service = await start()
})

/** Stops the service once it has sent some documents. */
async function endSoon(): Promise<void> {
  await service.untilCounted('document', 20)
  await service.goAway()
}

describe('a service that goes away in the middle of a job', () => {
  let desk: TestDesk
  beforeEach(async () => {
    desk = await createTestDesk({ service, connection: { environment: 'production' } })
    onTestFinished(desk.close)
  })

  it('stops the job with nothing lost, and the job can be resumed when it is back', async () => {
    const [result] = await Promise.all([saveWith(desk), endSoon()])
    expect(result.job).toMatchObject({ state: 'stopped', failure: { tag: 'service-unreachable' } })
    expect(result.job.pending).toBeGreaterThan(0)
    expect(result.job.saved).toBeGreaterThan(0)
    for (const [documentId, sha256] of await savedHashes(desk.folder)) expect(sha256).toBe(hashes.get(documentId))
    const before = service.requests.length
    await service.comeBack()
    const resumed = await resumeWith(desk, result.job.job)
    expect(resumed).toMatchObject({ complete: true, job: { saved: hashes.size } })
    const again = service.requests.slice(before)
    const delivered = again.filter(({ endpoint, status }) => endpoint === 'document' && status === 200)
    expect(delivered).toHaveLength(hashes.size - result.job.saved)
    expect(await savedHashes(desk.folder)).toEqual(hashes)
  })

  it('stops a job of two documents too, instead of failing them', async () => {
    const two = distinctData({ sets: 2, documentsPerSet: 1 })
    service = await start(two)
    desk = await createTestDesk({ service })
    onTestFinished(desk.close)
    const plan = await desk.session.plan(saveRequest(desk))
    await service.goAway()
    const { job } = await desk.session.save(plan, {})
    expect(job).toMatchObject({ state: 'stopped', failed: 0, pending: 2, failure: { tag: 'service-unreachable' } })
  })

  it('stops the job where it asks to be left alone for an hour, without asking for another document', async () => {
    const two = distinctData({ sets: 2, documentsPerSet: 1 })
    service = await start(two)
    service.faults.set({ rules: [{ match: 'document', kind: '503', retryAfterSeconds: 3600 }] })
    desk = await createTestDesk({ service })
    onTestFinished(desk.close)
    const { job } = await saveWith(desk, { concurrency: 1 })
    expect(job).toMatchObject({ state: 'stopped', failed: 0, pending: 2, failure: { tag: 'service-failing' } })
    expect(service.counts.document).toBe(1)
    service.faults.clear()
    expect(await resumeWith(desk, job.job)).toMatchObject({ complete: true, job: { saved: 2 } })
  })

  it('is waited for when it comes back within seconds, as after a restart', async () => {
    // Once it is away, no wait between attempts ends before it is back, however slow the machine is.
    const { promise: isBack, resolve: beBack } = Promise.withResolvers<void>()
    let isThere = Promise.resolve()
    const quick = createQuickClock()
    const wait: ClockPort['wait'] = async (timeMs, signal) => {
      await isThere
      await quick.wait(timeMs, signal)
    }
    desk = await createTestDesk({ service, ports: { clock: { ...quick, wait } } })
    onTestFinished(desk.close)
    const restart = async (): Promise<void> => {
      await service.untilCounted('document', 20)
      isThere = isBack
      await service.goAway()
      await service.comeBack()
      beBack()
    }
    const [result] = await Promise.all([saveWith(desk), restart()])
    expect(result).toMatchObject({ complete: true, job: { saved: hashes.size, state: 'done' } })
  })

  it('stops the job also when it accepts connections but never answers', async () => {
    service.faults.set({ rules: [{ match: 'document', kind: 'silent', nth: 30, times: 10_000 }] })
    const impatientWithDocuments: HostPorts['http'] = (given) => {
      // The search answers as fast as this machine can.
      const patient = createHttp(given)
      const documents = createHttp({ ...given, timeouts: { connectMs: 20_000, answerMs: 40, idleMs: 20_000 } })
      const close = (): void => {
        patient.close()
        documents.close()
      }
      return { ...patient, stream: documents.stream, close }
    }
    desk = await createTestDesk({ service, ports: { http: impatientWithDocuments } })
    onTestFinished(desk.close)
    const result = await saveWith(desk)
    expect(result.job).toMatchObject({ state: 'stopped', failed: 0, failure: { tag: 'timed-out' } })
  })
})

describe('the command line', () => {
  it('says that it waits, ends with 4 when the service is gone, and finishes by resume when it is back', async () => {
    // Few enough for the second pass, which waits less, to come soon.
    const few = distinctData({ sets: 60, documentsPerSet: 1 })
    service = await start(few)
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const save = program.runHere(['save', '--to', 'out', '--name', '{documentId}', '--json'], {
      clock: createQuickClock(),
    })
    const [{ code, stdout, stderr }] = await Promise.all([save, endSoon()])
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('cannot be reached') })
    expect(stderr).toMatch(/The service does not answer: waiting for the service, /)
    expect(readSaveResult(stdout)).toMatchObject({ complete: false, failure: { tag: 'service-unreachable' } })
    await service.comeBack()
    const resumed = await program.runHere(['resume', '--json', '--quiet'])
    expect({ code: resumed.code, stderr: resumed.stderr }).toEqual({ code: 0, stderr: '' })
    expect(await savedHashes(join(program.folder, 'out'))).toEqual(await honestHashes(few))
  })
})
