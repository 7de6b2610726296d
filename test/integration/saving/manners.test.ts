import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData } from '../../support/distinct-documents.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import { createProgram, type Program } from '../cli-program.ts'

const data = distinctData({ sets: 40, documentsPerSet: 3 })
const DOCUMENTS = 120
const SAVE = ['save', '--to', 'out', '--quiet', '--json-events']

let service: ExchangeService
let program: Program
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
})

const event = z.looseObject({ event: z.string() })
const result = z.looseObject({
  saved: z.number(),
  calls: z.number(),
  refused: z.number(),
  retried: z.number(),
  seconds: z.number(),
  atOnce: z.number(),
})

/** The lines before the last, and that. */
async function saveWithEvents(...words: string[]) {
  const { code, stdout, stderr } = await program.run([...SAVE, ...words])
  const lines = stdout.trimEnd().split('\n')
  return {
    code,
    stderr,
    events: lines.slice(0, -1).map((line) => event.parse(JSON.parse(line))),
    result: result.parse(JSON.parse(lines.at(-1) ?? '')),
  }
}

describe('save --json-events', () => {
  it('prints a line for the plan, for each document once it is recorded, and the result at the end', async () => {
    const { code, stderr, events, result: ended } = await saveWithEvents()
    expect([code, stderr]).toEqual([0, ''])
    expect(events[0]).toMatchObject({ event: 'planned', documents: DOCUMENTS, skipped: 0 })
    const saved = events.filter((one) => one.event === 'saved')
    expect(new Set(saved.map(({ documentId }) => documentId)).size).toBe(DOCUMENTS)
    expect(saved[0]).toMatchObject({
      path: expect.stringContaining('.pdf'),
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect(events.find((one) => one.event === 'rate')).toMatchObject({ planned: DOCUMENTS, atOnce: expect.any(Number) })
    // On a busy computer one may be silent for so long that it is asked for again.
    expect(ended).toMatchObject({ saved: DOCUMENTS, refused: 0, retried: expect.any(Number) })
    expect(ended.calls).toBeGreaterThanOrEqual(DOCUMENTS)
  })

  it('says until when it waits, and why', async () => {
    service.faults.set({ rules: [{ match: 'document', kind: '429', times: 1, retryAfterSeconds: 1 }] })
    const { code, events, result: ended } = await saveWithEvents()
    expect(code).toBe(0)
    expect(events.find((one) => one.event === 'waiting')).toMatchObject({
      until: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      why: expect.stringMatching(/^waiting until \d\d:\d\d:\d\d as the service asked$/),
    })
    expect(ended).toMatchObject({ saved: DOCUMENTS, refused: 1 })
  })
})

describe('a service with manners of its own', () => {
  it('that bears three at once is called with no more than it seems to bear, and no document fails for it', async () => {
    service.manners.behave({ bears: 3, delayMs: 20 })
    const { code, result: ended } = await saveWithEvents()
    expect(code).toBe(0)
    expect(ended).toMatchObject({ saved: DOCUMENTS, failed: 0, refused: service.manners.refused })
    // A fourth may come when one of three has just been answered.
    expect(ended.atOnce).toBeLessThanOrEqual(4)
  })

  it.each(['retry-after', 'retry-after-date', 'ratelimit', 'x-ratelimit'] as const)(
    'that has a quota and tells of it by %s refuses no more than was under way',
    { tags: 'soak' },
    async (tells) => {
      service.manners.behave({ quota: { calls: 80, seconds: 4, tells } })
      const { code, result: ended } = await saveWithEvents()
      expect(code).toBe(0)
      expect(ended).toMatchObject({ saved: DOCUMENTS })
      expect(ended.refused).toBeLessThanOrEqual(40)
    },
  )

  it('that is silent for one document in twenty is asked again for these', async () => {
    service.manners.behave({ stalls: { every: 20 } })
    const { code, result: ended } = await saveWithEvents()
    expect(code).toBe(0)
    expect(ended.saved).toBe(DOCUMENTS)
    expect(ended.retried).toBeGreaterThanOrEqual(service.manners.stalled)
  })

  it('remembers nothing of another service’s refusals', async () => {
    const other = await startExchangeService({ data })
    onTestFinished(other.close)
    service.faults.set({ rules: [{ match: 'document', kind: '503', retryAfterSeconds: 290 }] })
    const busy = await createTestDesk({ service })
    onTestFinished(busy.close)
    const stop = new AbortController()
    const onProgress = ({ waitingUntil }: { waitingUntil: string | null }): void =>
      void (waitingUntil !== null && stop.abort())
    expect(await saveWith(busy, { stop: stop.signal, onProgress })).toMatchObject({ job: { saved: 0 } })
    const quick = await createTestDesk({ service: other })
    onTestFinished(quick.close)
    expect(await saveWith(quick)).toMatchObject({ complete: true })
  })
})

describe('limits of a save', () => {
  it('of calls a minute are kept by sign-in and search, too', async () => {
    const { code, result: ended } = await saveWithEvents('--calls-per-minute', '6000')
    expect(code).toBe(0)
    // 10 ms from one call to the next.
    expect(ended.seconds).toBeGreaterThanOrEqual((DOCUMENTS - 2) * 0.01)
  })

  it('of bytes a second are kept', { tags: 'soak' }, async () => {
    const { code, result: ended } = await saveWithEvents('--bwlimit', '100k')
    expect(code).toBe(0)
    const { bytes } = z.object({ bytes: z.number() }).parse(ended)
    expect(ended.seconds).toBeGreaterThanOrEqual(bytes / 100_000 - 1)
  })
})
