import { describe, expect, it } from 'vitest'
import { createDownloadsStore } from '../../../../src/renderer/downloads/downloads-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'

const result = { folder: '/archive', ok: 1, missing: [], changed: [], extra: [], unreadable: [], fetchable: 0 }

describe('asking something of a job', () => {
  it('keeps why it could not be done with the job that it was asked of', async () => {
    const store = createDownloadsStore(
      scriptedCaller({ 'jobs.resume': () => Promise.reject(new Error('not signed in')) }),
    )
    await store.actions.run('jobs.resume', 'job')
    expect(store.getState()).toMatchObject({
      busy: undefined,
      failure: { jobId: 'job', failure: { message: 'not signed in' } },
    })
    store.actions.select('other')
    expect(store.getState().failure).toBeUndefined()
  })
})

describe('verifying a folder', () => {
  it('shows what was found', async () => {
    const store = createDownloadsStore(scriptedCaller({ 'jobs.verify': () => result }))
    await store.actions.verify('job')
    expect(store.getState().verification?.result).toEqual(result)
  })

  it('stays closed when it was closed before the result came', async () => {
    const slow = Promise.withResolvers<typeof result>()
    const store = createDownloadsStore(scriptedCaller({ 'jobs.verify': () => slow.promise }))
    const verified = store.actions.verify('job')
    store.actions.closeVerification()
    slow.resolve(result)
    await verified
    expect(store.getState().verification).toBeUndefined()
  })
})

describe('fetching again what is missing or changed', () => {
  const damaged = { ...result, missing: ['a.pdf'], fetchable: 1 }

  it('is asked for once, and shows the job that comes of it', async () => {
    const caller = scriptedCaller({ 'jobs.verify': () => damaged, 'jobs.fetchAgain': () => ({ jobId: 'again' }) })
    const store = createDownloadsStore(caller)
    await store.actions.verify('job')
    await Promise.all([store.actions.fetchAgain(4), store.actions.fetchAgain(4)])
    expect(caller.inputsOf('jobs.fetchAgain')).toEqual([{ jobId: 'job', concurrency: 4 }])
    expect(store.getState()).toMatchObject({ selectedJobId: 'again', verification: undefined })
  })

  it('keeps the result in sight when it could not be done, with the reason', async () => {
    const store = createDownloadsStore(
      scriptedCaller({
        'jobs.verify': () => damaged,
        'jobs.fetchAgain': () => Promise.reject(new Error('not signed in')),
      }),
    )
    await store.actions.verify('job')
    await store.actions.fetchAgain(4)
    expect(store.getState().verification).toMatchObject({
      result: damaged,
      failure: { message: 'not signed in' },
      isStarting: false,
    })
  })
})
