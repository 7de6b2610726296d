import { describe, expect, it } from 'vitest'
import { createFakeDesk } from './fake-desk.ts'
import { demoJob } from './demo-values.ts'
import { run } from '../../support/fake-terminal.ts'

describe('resume', () => {
  const stopped = demoJob({ job: 'job-2', state: 'stopped', pending: 1 })

  it('resumes the newest unfinished job with the profile that it was made with', async () => {
    const { desk, calls } = createFakeDesk({ jobs: [demoJob(), stopped] })
    const { code, stdout } = await run(['resume', '--json', '--concurrency', '2'], { desk })
    expect(code).toBe(0)
    expect(calls).toMatchObject({ useProfile: ['main'], resume: ['job-2'] })
    expect(JSON.parse(stdout)).toMatchObject({ job: 'job-1', complete: true, documents: [{ state: 'saved' }] })
  })

  it.each(['done', 'cancelled'] as const)('says that a job is %s before it says that it goes on', async (state) => {
    const { desk, calls } = createFakeDesk({ jobs: [demoJob({ state })] })
    const { code, stderr } = await run(['resume', 'job-1'], { desk })
    expect({ code, resumed: calls.resume }).toEqual({ code: 2, resumed: [] })
    expect(stderr).toBe(
      `Job job-1 is ${state}; there is nothing to resume. “parcel-desk jobs” shows which are not finished.\n`,
    )
  })

  it('resumes a job of a one-off connection as the same user, with the password of this run', async () => {
    const { desk, calls } = createFakeDesk({ jobs: [{ ...stopped, profile: null }] })
    await run(['resume', 'job-2'], { desk, env: { PARCEL_DESK_PASSWORD: 'hunter2-canary' } })
    expect(calls).toMatchObject({
      useOnce: [
        { baseUrl: 'https://exchange.example', username: 'ops', environment: 'test', password: 'hunter2-canary' },
      ],
      resume: ['job-2'],
    })
  })

  it('needs only the password for a job of a one-off connection: the rest is stored with the job', async () => {
    const caFile = import.meta.filename
    const job = { ...stopped, profile: null, environment: 'production', credentialForm: 'headers', caFile } as const
    const { desk, calls } = createFakeDesk({ jobs: [job] })
    const { code } = await run(['resume'], { desk, env: { PARCEL_DESK_PASSWORD: 'hunter2-canary' } })
    expect(code).toBe(0)
    expect(calls).toMatchObject({
      useOnce: [{ username: 'ops', credentialForm: 'headers', environment: 'production' }],
      connections: [{ caFile }],
    })
  })

  it('keeps that when the address comes from the environment, as in a nightly run', async () => {
    const { desk, calls } = createFakeDesk({ jobs: [{ ...stopped, profile: null, credentialForm: 'headers' }] })
    const address = { PARCEL_DESK_BASE_URL: 'https://exchange.example', PARCEL_DESK_USERNAME: 'ops' }
    await run(['resume'], { desk, env: { ...address, PARCEL_DESK_PASSWORD: 'hunter2-canary' } })
    expect(calls).toMatchObject({ useOnce: [{ credentialForm: 'headers', environment: 'test' }] })
  })

  it('refuses another environment, because a job cannot move to it', async () => {
    const { desk, calls } = createFakeDesk({ jobs: [{ ...stopped, profile: null }] })
    const { code, stderr } = await run(['resume', '--environment', 'production'], { desk })
    expect({ code, resumed: calls.resume }).toEqual({ code: 2, resumed: [] })
    expect(stderr).toContain('belongs to the test environment')
  })

  it('accepts that password from standard input too', async () => {
    const { desk, calls } = createFakeDesk({ jobs: [{ ...stopped, profile: null }] })
    await run(['resume', '--password-stdin', '--credential-form', 'headers'], { desk, stdin: 'hunter2-canary\n' })
    expect(calls).toMatchObject({
      useOnce: [{ username: 'ops', credentialForm: 'headers', password: 'hunter2-canary' }],
    })
  })

  it('refuses a password for a job of a saved account, which would not be used', async () => {
    const { code, stderr } = await run(['resume', '--password-stdin'], {
      desk: createFakeDesk({ jobs: [stopped] }).desk,
    })
    expect(code).toBe(2)
    expect(stderr).toContain('--password-stdin')
  })

  it('ends with 3 when there is no password for such a job, without a prompt', async () => {
    const { code, stderr } = await run(['resume'], {
      desk: createFakeDesk({ jobs: [{ ...stopped, profile: null }] }).desk,
    })
    expect(code).toBe(3)
    expect(stderr).toContain('PARCEL_DESK_PASSWORD')
  })

  it('ends with 6 when there is nothing to resume, because a nightly run made no mistake', async () => {
    const { code, stdout, stderr } = await run(['resume', '--json'], {
      desk: createFakeDesk({ jobs: [demoJob()] }).desk,
    })
    expect(code).toBe(6)
    expect(JSON.parse(stdout)).toMatchObject({ failure: { tag: 'nothing-matched' } })
    expect(stderr).toContain('no unfinished job')
  })

  it.each([
    ['there is no such job', ['resume', 'job-9'], /no job job-9/],
    [
      'the job belongs to another user',
      ['resume', 'job-1', '--username', 'eve', '--base-url', 'https://exchange.example'],
      /belongs to ops/,
    ],
  ])('ends with 2 when %s', async (_what, argv, sentence) => {
    const { desk, calls } = createFakeDesk({ jobs: [demoJob()] })
    const { code, stderr } = await run(argv, { desk, env: { PARCEL_DESK_PASSWORD: 'hunter2-canary' } })
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
    expect(calls.resume).toEqual([])
  })
})
