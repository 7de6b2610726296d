import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { EVERY_SET } from '../../support/search-page.ts'
import { type FeedDesk, type FeedService, openFeedDesk, startFeedService } from '../../support/feed-desk.ts'

let feed: FeedService
beforeAll(async () => {
  feed = await startFeedService()
})
afterAll(() => feed.close())

/** Starts to save everything and returns the job once a document stands before the service. */
async function beginSave({ call, sessionId }: FeedDesk): Promise<{ jobId: string; open: () => void }> {
  const { searchId } = await call('search.start', { sessionId, selection: EVERY_SET })
  const isFound = async () =>
    (await call('desk.snapshot', {})).searches.some((one) => one.searchId === searchId && one.state === 'done')
  await expect.poll(isFound).toBe(true)
  const gate = feed.service.hold('document')
  const folder = await call('saving.chooseFolder', {})
  const wish = { setIds: null, pattern: '{documentId}', conflict: 'keep-both', isOnlyNew: false } as const
  const { planId } = await call('saving.plan', { searchId, folderId: folder?.folderId ?? '', docTypes: [], ...wish })
  const { jobId } = await call('saving.start', { planId, concurrency: 2 })
  await expect.poll(() => gate.waiting).toBe(2)
  return { jobId, open: gate.open }
}

describe('a policy that forbids the connection somebody is signed in to', () => {
  it.each([
    ['a list without it', { connectionsLocked: true, connectionList: [] }],
    ['the other environment only', { environmentAllowed: 'production' }],
  ])('signs out, keeps the password and loses no save: %s', async (_what, forbidding) => {
    const secrets = createMemorySecrets()
    const bench = await openFeedDesk(feed, { profile: 'uat', ports: { clock: createQuickClock(), secrets } })
    const { call } = bench
    const { jobId, open } = await beginSave(bench)
    await bench.setPolicy(forbidding)
    const session = async () => (await call('desk.snapshot', {})).session
    await expect.poll(session).toBe(null)
    open()
    const { endedBecause, accounts } = await call('desk.snapshot', {})
    expect(endedBecause).toContain('“uat” is not among the connections that your organisation allows any more.')
    expect(accounts).toMatchObject([{ profile: 'uat' }])
    const job = async () => (await call('desk.snapshot', {})).jobs.find((one) => one.jobId === jobId)
    await expect.poll(async () => (await job())?.state).toBe('stopped')
    expect(await job()).toMatchObject({ failure: { tag: 'interrupted' } })
    await expect(call('accounts.useProfile', { profile: 'uat' })).rejects.toThrow('set-by-organisation')

    await bench.setPolicy({})
    const signIn = async () =>
      await call('accounts.useProfile', { profile: 'uat' }).then(
        () => true,
        () => false,
      )
    await expect.poll(signIn).toBe(true)
    expect((await call('desk.snapshot', {})).endedBecause).toBe(null)
    await call('jobs.resume', { jobId })
    await expect.poll(async () => (await job())?.state).toBe('done')
    expect(await job()).toMatchObject({ failed: 0, pending: 0 })
  })

  it('refuses a sign-in that was under way, and opens no session', async () => {
    const bench = await openFeedDesk(feed, { profile: 'uat', ports: { clock: createQuickClock() } })
    const { call, sessionId } = bench
    await call('accounts.signOut', { sessionId, forgets: false })
    const gate = feed.service.hold('token')
    const signingIn = call('accounts.useProfile', { profile: 'uat' })
    await expect.poll(() => gate.waiting).toBe(1)
    const other = { name: 'Elsewhere', environment: 'test', address: 'https://elsewhere.example' }
    await bench.setPolicy({ connectionsLocked: true, connectionList: [other] })
    await expect.poll(async () => (await call('desk.snapshot', {})).organisation.services).toMatchObject([other])
    gate.open()
    await expect(signingIn).rejects.toThrow('set-by-organisation')
    expect((await call('desk.snapshot', {})).session).toBe(null)
  })

  it('leaves one that is still allowed alone', async () => {
    const bench = await openFeedDesk(feed, { ports: { clock: createQuickClock() } })
    const organisation = async () => (await bench.call('desk.snapshot', {})).organisation.services
    const listed = [{ name: 'Aurora', environment: 'test', address: feed.service.url }]
    await bench.setPolicy({ connectionsLocked: true, connectionList: listed })
    await expect.poll(organisation).toMatchObject([{ name: 'Aurora' }])
    expect((await bench.call('desk.snapshot', {})).session?.sessionId).toBe(bench.sessionId)
  })
})

describe('a policy that forbids the folder of a running save', () => {
  it('stops it with the reason once what is under way is saved, and it goes on where the folder is allowed again', async () => {
    const bench = await openFeedDesk(feed, { ports: { clock: createQuickClock() } })
    const { call } = bench
    const { jobId, open } = await beginSave(bench)
    const job = async () => (await call('desk.snapshot', {})).jobs.find((one) => one.jobId === jobId)
    await bench.setPolicy({ archiveRoots: [join(bench.root, 'elsewhere')] })
    await expect.poll(async () => (await job())?.state).not.toBe('running')
    open()
    await expect.poll(async () => (await job())?.state).toBe('stopped')
    expect(await job()).toMatchObject({ saved: 2, failure: { tag: 'set-by-organisation' } })

    await bench.setPolicy({})
    await expect.poll(async () => (await call('desk.snapshot', {})).organisation.roots).toBe(null)
    await call('jobs.resume', { jobId })
    await expect.poll(async () => (await job())?.state).toBe('done')
    expect(await job()).toMatchObject({ failed: 0, pending: 0 })
  })
})
