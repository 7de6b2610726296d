import { describe, expect, it, onTestFinished } from 'vitest'
import type { Question } from '../../../src/main/desk/desk-ports.ts'
import { demoUser } from '../../exchange-service/start-exchange-service.ts'
import { composeDesk, type ComposedDesk } from '../../support/composed-desk.ts'
import { openFeedDesk, startFeedService } from '../../support/feed-desk.ts'

/** A user who answers alike, and what they were asked. */
function answering(isAgreed: boolean): { asked: Question[]; confirm: (question: Question) => Promise<boolean> } {
  const asked: Question[] = []
  return { asked, confirm: (question) => Promise.resolve(asked.push(question)).then(() => isAgreed) }
}

function signIn({ call }: ComposedDesk, baseUrl: string, profile: string | null = null): Promise<unknown> {
  const account = { environment: 'test', credentialForm: 'basic', caFileId: null, keepsCaFile: false } as const
  return call('accounts.signIn', { baseUrl, ...demoUser, ...account, profile })
}

async function startService() {
  const feed = await startFeedService()
  onTestFinished(feed.close)
  return feed
}

describe('a page that signs in at a server of its own choice', () => {
  it('sends nothing before the user has agreed outside the page', async () => {
    const { service } = await startService()
    const user = answering(false)
    const desk = await composeDesk({ confirm: user.confirm })
    await expect(signIn(desk, service.url)).rejects.toThrow('accounts.signIn: interrupted')
    await expect(signIn(desk, service.url, 'kept')).rejects.toThrow('accounts.signIn: interrupted')
    expect(user.asked).toMatchObject([{ message: `Sign in at ${service.url}?` }, {}])
    expect(service.requests.length).toBe(0)
  })

  it('is confirmed once per server, across restarts, and never for the demo', async () => {
    const { service } = await startService()
    const user = answering(true)
    const first = await composeDesk({ confirm: user.confirm })
    await signIn(first, service.url)
    await signIn(first, `${service.url}/`)
    await first.desk.stop()
    await signIn(await composeDesk({ confirm: user.confirm }, first.root), service.url)
    expect(user.asked).toHaveLength(1)
  })
})

describe('a page that switches the queue on', () => {
  it('takes no messages before the user has agreed outside the page', async () => {
    const feed = await startService()
    const user = answering(true)
    let isAgreed = true
    const confirm = (question: Question): Promise<boolean> => user.confirm(question).then(() => isAgreed)
    const desk = await openFeedDesk(feed, { ports: { confirm } })
    isAgreed = false
    const { sessionId } = desk
    const asked = desk.call('feeds.switchOn', { sessionId, hasReadWarning: true })
    await expect(asked).rejects.toThrow('feeds.switchOn: interrupted')
    expect((await desk.view()).isOn).toBe(false)
    isAgreed = true
    expect(await desk.call('feeds.switchOn', { sessionId, hasReadWarning: true })).toMatchObject({ isOn: true })
    await desk.call('feeds.switchOn', { sessionId, hasReadWarning: true })
    expect(user.asked.slice(1).map(({ action }) => action)).toEqual(['Take messages', 'Take messages'])
  })
})
