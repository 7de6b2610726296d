import { describe, expect, it, onTestFinished } from 'vitest'
import type { DeskEvent } from '../../../src/shared/contract/contract.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { composeDesk, type ComposedDesk } from '../../support/composed-desk.ts'

const selection = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }

async function openService(): Promise<ExchangeService> {
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 2 }) })
  onTestFinished(service.close)
  return service
}

async function signIn({ call }: ComposedDesk, { url: baseUrl }: ExchangeService): Promise<string> {
  const once = { profile: null, environment: 'test', credentialForm: 'basic', caFileId: null } as const
  return (await call('accounts.signIn', { baseUrl, ...demoUser, ...once })).sessionId
}

/** Searches for everything and starts to save it. */
async function saveAll(desk: ComposedDesk, sessionId: string): Promise<string> {
  const { call } = desk
  const { searchId } = await call('search.start', { sessionId, selection })
  await expect.poll(async () => (await call('desk.snapshot', {})).searches[0]?.state).toBe('done')
  const { folderId } = (await call('saving.chooseFolder', {})) ?? { folderId: '' }
  const wish = { setIds: null, pattern: '{documentId}', docTypes: [], isOnlyNew: false }
  const { planId } = await call('saving.plan', { searchId, folderId, ...wish, conflict: 'keep-both' })
  return (await call('saving.start', { planId, concurrency: 4 })).jobId
}

const jobIn = async ({ call }: ComposedDesk): Promise<unknown> => (await call('desk.snapshot', {})).jobs[0]

describe('the whole desk', () => {
  it('saves what was found, and a page that loads late knows as much as one that listened', async () => {
    const service = await openService()
    const desk = await composeDesk()
    const events: DeskEvent[] = []
    desk.desk.events.listen((event) => void events.push(event))
    const jobId = await saveAll(desk, await signIn(desk, service))
    await expect.poll(() => jobIn(desk)).toMatchObject({ jobId, state: 'done', failed: 0 })
    const { jobs, eventNumber } = await desk.call('desk.snapshot', {})
    expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1))
    expect(eventNumber).toBe(events.length)
    expect(events.findLast(({ name }) => name === 'jobs.changed')?.payload).toEqual(jobs[0])
    expect(desk.logLines.join('\n')).not.toContain(demoUser.password)
  })

  it('continues after a restart where it was stopped while saving, but only when resumed', async () => {
    const service = await openService()
    const desk = await composeDesk()
    const gate = service.hold('document')
    const jobId = await saveAll(desk, await signIn(desk, service))
    await expect.poll(() => gate.waiting).toBe(4)
    const stopped = desk.desk.stop()
    gate.open()
    await stopped
    const next = await composeDesk({}, desk.root)
    expect(await jobIn(next)).toMatchObject({ jobId, state: 'stopped', saved: 4 })
    expect(service.counts.document).toBe(4)
    await signIn(next, service)
    await next.call('jobs.resume', { jobId })
    await expect.poll(() => jobIn(next)).toMatchObject({ state: 'done', pending: 0 })
    const { planned } = (await next.call('desk.snapshot', {})).jobs[0] ?? { planned: 0 }
    expect(service.counts.document).toBe(planned)
  })
})
