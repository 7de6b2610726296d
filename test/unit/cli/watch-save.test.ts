import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ParcelSession, SavePlan, Selection, SetsPlanRequest } from '../../../src/main/core/parcel-desk.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { SIGNED } from '../../support/test-feed.ts'
import {
  CUSTOMER_ID,
  demoConnection,
  demoJob,
  demoPlan,
  demoResult,
  demoSaved,
  demoSet,
  SET_ID,
} from './demo-values.ts'
import { liveWatch, QUEUE, type RunningWatch, startWatch } from './watch-at-broker.ts'

const SAVE = [...QUEUE, '--profile', 'uat', '--save-to', 'saved', '--on-state', 'title held']
const HELD = { ...SIGNED, setId: SET_ID, customerId: CUSTOMER_ID, newStatus: 'TITLE_HELD', action: 'ISSUE' }

interface Asked {
  searches: Selection[]
  plans: SetsPlanRequest[]
  saves: SavePlan[]
}

async function savingWatch(words: string[], session: Partial<ParcelSession> = {}): Promise<RunningWatch & Asked> {
  const asked: Asked = { searches: [], plans: [], saves: [] }
  const fakes: Partial<ParcelSession> = {
    sets: {
      read: () => [demoSet({ setId: SET_ID, status: 'title_held', shipmentRef: 'SHP-1' })],
      history: () => undefined,
      savedDocuments: () => new Map(),
      savedVersions: () => [],
      loadDocuments: () => Promise.resolve('listed'),
    },
    search: (selection) => {
      asked.searches.push(selection)
      return Promise.resolve(demoResult([]))
    },
    planSets: (request) => {
      asked.plans.push(request)
      return Promise.resolve(demoPlan())
    },
    save: (plan) => {
      asked.saves.push(plan)
      return Promise.resolve(demoSaved())
    },
    ...session,
  }
  const desk = { session: fakes, profiles: [demoConnection('uat')] }
  const env = { PARCEL_DESK_AMQP_PASSWORD: 'x' }
  return { ...(await liveWatch([...SAVE, ...words], { desk, env, workingDir: await tempFolder() })), ...asked }
}

describe('watch that saves', () => {
  it('searches the set anew when it reaches the state, and saves what is new of it', async () => {
    const watch = await savingWatch(['--count', '1'])
    await watch.deliver(HELD)
    const { code, stderr } = await watch.end()
    expect(code).toBe(0)
    const selection = { customers: [CUSTOMER_ID], shipmentRefs: ['SHP-1'], states: [], status: 'ACTIVE' }
    expect(watch.searches).toEqual([{ ...selection, filters: {}, instance: undefined }])
    expect(watch.plans).toMatchObject([{ isOnlyNew: true, conflict: 'keep-both', docTypes: [] }])
    expect(existsSync(watch.plans[0]?.folder ?? '')).toBe(true)
    expect(watch.saves).toHaveLength(1)
    expect(stderr).toContain('Set PR-1: 2 documents saved to ')
  })

  it('saves a set once, however many messages tell of the state, and none of other states or of before (T13, T42)', async () => {
    const watch = await savingWatch(['--count', '4'])
    const before = { ...HELD, setId: 'another', updatedDate: 'Fri Nov 20 10:00:00 UTC 2026' }
    await watch.deliver(HELD, { ...HELD, transactionId: 'second' })
    await watch.deliver({ ...HELD, setId: 'another', newStatus: 'ISSUED' }, before)
    expect((await watch.end()).code).toBe(0)
    expect(watch.saves).toHaveLength(1)
  })

  it('says so where the ledger has all of it already, and saves nothing', async () => {
    const planSets = () => Promise.reject(new AppError({ tag: 'nothing-matched', what: 'no document' }))
    const watch = await savingWatch(['--count', '1'], { planSets })
    await watch.deliver(HELD)
    const { code, stderr } = await watch.end()
    expect({ code, saves: watch.saves }).toEqual({ code: 0, saves: [] })
    expect(stderr).toContain('Set PR-1: nothing new to save.')
  })

  it('goes on after a set that could not be saved, and ends with the code of that failure', async () => {
    const failed = demoJob({
      state: 'stopped',
      failure: { tag: 'disk-full', message: 'It is full.', next: 'Free some.' },
    })
    const results = [demoSaved({ complete: false, job: failed }), demoSaved()]
    const save = () => Promise.resolve(results.shift() ?? expect.unreachable())
    const watch = await savingWatch(['--count', '2'], { save })
    await watch.deliver(HELD, { ...HELD, setId: 'another', parcelReference: 'PR-2' })
    const { code, stderr } = await watch.end()
    expect(code).toBe(7)
    expect(stderr).toContain('Set PR-1: It is full.')
    expect(stderr).toContain('Set PR-2: 2 documents saved')
  })

  it('takes no message where the service refuses the password', async () => {
    const signIn = () =>
      Promise.reject(new AppError({ tag: 'sign-in-refused', username: 'ops', origin: 'https://exchange.example' }))
    const desk = { session: { signIn }, profiles: [demoConnection('uat')] }
    const watch = startWatch(SAVE, { desk, workingDir: await tempFolder() })
    expect((await watch.end()).code).toBe(3)
    expect(watch.link.attempts).toEqual([])
  })

  it('takes no message where it cannot write to the folder', async () => {
    const workingDir = await tempFolder()
    const words = [...QUEUE, '--profile', 'uat', '--save-to', join('/proc', 'saved'), '--on-state', 'x']
    const watch = startWatch(words, { desk: { profiles: [demoConnection('uat')] }, workingDir })
    expect((await watch.end()).code).toBe(7)
    expect(watch.link.attempts).toEqual([])
  })
})
