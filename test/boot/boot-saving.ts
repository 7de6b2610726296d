import { expect, onTestFinished } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import type { Gate } from '../exchange-service/gates.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { bootPage, type BootedDesk, type BootOptions } from './boot-desk.ts'

const CONCURRENCY = 4

export interface Saving {
  desk: BootedDesk
  service: ExchangeService
  gate: Gate
  /** The folder it saves into. */
  folder: string
  sessionId: string
  jobId: string
  planned: number
}

export const signIn = async (desk: BootedDesk, { url }: ExchangeService): Promise<string> => {
  const { sessionId } = await desk.call('accounts.signIn', {
    profile: null,
    environment: 'test',
    baseUrl: url,
    credentialForm: 'basic',
    caFileId: null,
    ...demoUser,
  })
  return sessionId
}

/** A desk in the middle of a job: some documents saved, four under way and held back by the service. */
export async function bootSaving(options: BootOptions = {}): Promise<Saving> {
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 2 }) })
  onTestFinished(service.close)
  // In this order, because the desk has to end before its folder is removed.
  const folder = await tempFolder()
  const desk = await bootPage(options)
  const sessionId = await signIn(desk, service)
  await desk.ask('listen')
  const everything = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }
  const { searchId } = await desk.call('search.start', { sessionId, selection: everything })
  await expect
    .poll(async () => JSON.stringify(await desk.ask('heard')))
    .toContain(`"searchId":"${searchId}","state":"done"`)
  await desk.ask('choose', folder)
  const { folderId } = (await desk.call('saving.chooseFolder', {})) ?? expect.unreachable()
  const wish = { pattern: '{documentId}', conflict: 'keep-both', isOnlyNew: false } as const
  const plan = await desk.call('saving.plan', { searchId, setIds: null, folderId, docTypes: [], ...wish })
  const gate = service.hold('document')
  const { jobId } = await desk.call('saving.start', { planId: plan.planId, concurrency: CONCURRENCY })
  await expect.poll(() => gate.waiting).toBe(CONCURRENCY)
  return { desk, service, gate, folder, sessionId, jobId, planned: plan.documents }
}
