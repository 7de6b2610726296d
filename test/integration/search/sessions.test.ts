import { describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type ServiceOptions, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import { everything } from '../../support/test-search.ts'

async function start(options: ServiceOptions = {}) {
  const service = await startExchangeService(options)
  onTestFinished(service.close)
  const opened = await createTestDesk({ service })
  onTestFinished(opened.close)
  const restart = async () => {
    const next = await createTestDesk({ service, root: opened.root })
    onTestFinished(next.close)
    return next
  }
  return { service, restart, ...opened }
}

const aurora = { ...everything, customers: ['Aurora Grain AG'] }

describe('the next session', () => {
  it('starts with the paging mode that worked in the last one (T1)', async () => {
    const { service, session, restart } = await start({ paging: 'body' })
    expect(await session.search(aurora)).toMatchObject({ requests: 6, complete: true })
    const next = await restart()
    expect(await next.session.search(aurora)).toMatchObject({ requests: 4, complete: true })
    expect(service.requests.filter(({ endpoint }) => endpoint === 'search').at(-1)?.query).toEqual({})
  })

  it('knows the owners of the sets that the last one found, and finds a reference in one call (T5, T6)', async () => {
    const { session, restart } = await start()
    const asked = { ...everything, shipmentRefs: ['SHP-0007'] }
    expect((await session.search(asked)).requests).toBeGreaterThan(5)
    const result = await (await restart()).session.search(asked)
    expect(result).toMatchObject({ requests: 1, loaded: 8, complete: true })
    expect(new Set([...result.sets()].map(({ customerName }) => customerName)).size).toBe(7)
  })

  it('keeps services of other addresses apart', async () => {
    const { session, connect } = await start()
    const other = await startExchangeService({ data: demoData({ seed: 7, setsPerCustomer: 1 }) })
    onTestFinished(other.close)
    await session.search(aurora)
    const there = await connect({ baseUrl: other.url }).search({ ...everything, shipmentRefs: ['SHP-0001'] })
    expect(there.requests).toBeGreaterThan(1)
  })
})

describe('a session', () => {
  it('writes no secret into its log, whatever fails', async () => {
    const { service, session, logLines, connect } = await start({ tokenForm: 'web', tokenUses: 2 })
    await session.search(aurora)
    service.faults.add({ match: 'search', kind: '500' })
    await failureThrown(session.search(aurora))
    await failureThrown(connect({ password: 'wrong-CANARY' }).customers())
    expect(logLines.join('\n')).not.toMatch(/parcel-demo|CANARY|eyJ/)
  })

  it('that is closed ends what is under way with interrupted', async () => {
    const { service, session } = await start()
    const gate = service.hold('search')
    const work = failureThrown(session.search(aurora))
    await expect.poll(() => gate.waiting).toBe(1)
    session.close()
    expect(await work).toEqual({ tag: 'interrupted' })
  })
})
