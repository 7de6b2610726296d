import { describe, expect, it } from 'vitest'
import { createDownloadsStore } from '../../../../src/renderer/downloads/downloads-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'

const result = {
  folder: '/archive',
  ok: 1,
  missing: [],
  changed: [],
  extra: [],
  unreadable: [],
  remarked: [],
  fetchable: 0,
  restorable: 0,
  replaceable: 0,
}

describe('an action on a job', () => {
  it('keeps its failure with the job', async () => {
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

describe('opening a folder', () => {
  it('keeps no other action from the job, however long the system takes, and says why it failed', async () => {
    const slow = Promise.withResolvers<never>()
    const store = createDownloadsStore(scriptedCaller({ 'jobs.openFolder': () => slow.promise }))
    const opened = store.actions.openFolder('job')
    expect(store.getState().busy).toBeUndefined()
    slow.reject(new Error('the share has gone'))
    await opened
    expect(store.getState().failure).toMatchObject({ jobId: 'job', failure: { message: 'the share has gone' } })
  })
})

describe('verifying a folder', () => {
  it('shows the result', async () => {
    const store = createDownloadsStore(scriptedCaller({ 'jobs.verify': () => result }))
    await store.actions.verify('job')
    expect(store.getState().verification?.result).toEqual(result)
  })

  it('stays closed if it was closed before the result arrived', async () => {
    const slow = Promise.withResolvers<typeof result>()
    const store = createDownloadsStore(scriptedCaller({ 'jobs.verify': () => slow.promise }))
    const verified = store.actions.verify('job')
    store.actions.closeVerification()
    slow.resolve(result)
    await verified
    expect(store.getState().verification).toBeUndefined()
  })
})

describe('fetching missing and changed files again', () => {
  const damaged = { ...result, missing: ['a.pdf'], fetchable: 1, restorable: 1 }

  it('starts one job, and shows it', async () => {
    const caller = scriptedCaller({ 'jobs.verify': () => damaged, 'jobs.fetchAgain': () => ({ jobId: 'again' }) })
    const store = createDownloadsStore(caller)
    await store.actions.verify('job')
    await Promise.all([store.actions.fetchAgain(4), store.actions.fetchAgain(4)])
    expect(caller.inputsOf('jobs.fetchAgain')).toEqual([{ jobId: 'job', concurrency: 4, replaces: false }])
    expect(store.getState()).toMatchObject({ selectedJobId: 'again', verification: undefined })
  })

  it('keeps the result on the screen if it fails, with the reason', async () => {
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
