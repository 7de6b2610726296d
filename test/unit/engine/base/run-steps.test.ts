import { describe, expect, it } from 'vitest'
import { describeServer, runSteps, type StepPlan } from '../../../../src/engine/base/run-steps.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

const passes = (id: string): StepPlan => ({ id, title: id, run: () => Promise.resolve({ found: `${id} is there` }) })
const fails = (id: string, thrown: unknown): StepPlan => ({ id, title: id, run: () => Promise.reject(thrown) })
const options = { clock: createManualClock(), onSteps: () => undefined }
const REFUSED = new AppError({ tag: 'broker-refused', username: 'ops', broker: 'mq:5671' })

describe('the steps of a test', () => {
  it('end their group at a failure, and go on with the next group', async () => {
    const steps = await runSteps([[fails('a', REFUSED), passes('b')], [passes('c')]], options)
    expect(steps.map(({ state }) => state)).toEqual(['failed', 'skipped', 'passed'])
    expect(steps[0]?.found).toContain('refused the user name or password of ops')
  })

  it('all end at a failure that must not be repeated', async () => {
    const steps = await runSteps([[fails('a', REFUSED)], [passes('b')]], { ...options, endsAll: () => true })
    expect(steps.map(({ state }) => state)).toEqual(['failed', 'skipped'])
  })

  it('skip what has nothing to look at, and show a warning with what to do', async () => {
    const nothing: StepPlan = { id: 'a', title: 'a', run: () => Promise.resolve(undefined) }
    const warned: StepPlan = {
      id: 'b',
      title: 'b',
      run: () => Promise.resolve({ found: 'It works.', warning: 'Renew.' }),
    }
    expect(await runSteps([[nothing, warned]], options)).toMatchObject([
      { state: 'skipped', ms: null },
      { state: 'warned', found: 'It works.', next: 'Renew.' },
    ])
  })

  it('are given up where the user interrupts, and where the program itself is wrong', async () => {
    for (const thrown of [new AppError({ tag: 'interrupted' }), new TypeError('a mistake')]) {
      await expect(runSteps([[fails('a', thrown)]], options)).rejects.toBe(thrown)
    }
  })
})

describe('the certificate of a server in words', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const server = { protocol: 'TLSv1.3', name: 'mq.example.com', issuer: 'Example CA' }

  it('names all of it', () => {
    expect(describeServer({ ...server, validUntil: new Date('2027-03-03T00:00:00Z') }, now)).toEqual({
      found: 'TLS 1.3, with a certificate for mq.example.com, issued by Example CA, valid until 2027-03-03.',
    })
  })

  it('warns before it expires, and makes hostile names plain', () => {
    const hostile = { ...server, name: 'mq\u202Emoc.live', validUntil: new Date('2026-11-25T00:00:00Z') }
    const { found, warning } = describeServer(hostile, now)
    expect(found).not.toContain('\u202E')
    expect(warning).toContain('expires soon')
  })
})
