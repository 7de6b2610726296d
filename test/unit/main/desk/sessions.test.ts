import { describe, expect, it } from 'vitest'
import { createOpenSessions, type OpenSessions } from '../../../../src/main/desk/sessions.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import type { Connection } from '../../../../src/shared/model/connection.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { demoConnection } from '../../cli/demo-values.ts'
import { createFakeDesk } from '../../cli/fake-desk.ts'
import type { SignedIn } from '../../../../src/engine/accounts/accounts-service.ts'

const signedInAs = (connection: Partial<Connection> = {}): SignedIn => ({
  connection: { ...demoConnection('demo'), ...connection },
  password: () => Promise.resolve('secret'),
})

function openSessions(closed: string[] = []): OpenSessions {
  const session = { close: () => void closed.push('session') }
  return createOpenSessions({ engine: createFakeDesk({ session }).desk })
}

describe('the open sessions', () => {
  it('give every session its own id and make it the current one', () => {
    const sessions = openSessions()
    const [one, other] = [sessions.open(signedInAs()), sessions.open(signedInAs())]
    expect(one.sessionId).not.toBe(other.sessionId)
    expect(sessions.current()).toBe(other)
    expect(sessions.find(one.sessionId)).toBe(one)
    expect(sessions.makeCurrent(one.sessionId)).toBe(one)
    expect(sessions.current()).toBe(one)
  })

  it('open one in the background without making it the current one', () => {
    const sessions = openSessions()
    const behind = sessions.openInBackground(signedInAs())
    expect(sessions.current()).toBeUndefined()
    const shown = sessions.open(signedInAs())
    const other = sessions.openInBackground(signedInAs())
    expect(sessions.current()).toBe(shown)
    expect(sessions.list()).toEqual([behind, shown, other])
  })

  it('find the newest of an account for its jobs, and none of another environment', () => {
    const sessions = openSessions()
    const account = { baseUrl: 'https://a.example', username: 'ops', environment: 'test' } as const
    sessions.open(signedInAs(account))
    const newest = sessions.open(signedInAs({ ...account, profile: 'other' }))
    sessions.open(signedInAs({ ...account, username: 'somebody' }))
    expect(sessions.findFor(account)).toBe(newest)
    expect(sessions.findFor({ ...account, environment: 'production' })).toBeUndefined()
  })

  it('end the work of a session before the session, and start nothing new meanwhile', async () => {
    const order: string[] = []
    const sessions = openSessions(order)
    const opened = sessions.open(signedInAs())
    sessions.beforeClose(async ({ sessionId }) => {
      expect(sessions.list()).toEqual([])
      await Promise.resolve()
      order.push(`jobs of ${sessionId}`)
    })
    await sessions.close(opened.sessionId)
    expect(order).toEqual([`jobs of ${opened.sessionId}`, 'session'])
    expect(sessions.current()).toBeUndefined()
    await sessions.close(opened.sessionId)
    expect(order).toHaveLength(2)
  })

  it('close a session even if its work did not end well', async () => {
    const order: string[] = []
    const sessions = openSessions(order)
    sessions.beforeClose(() => {
      throw new Error('it would not end')
    })
    await sessions.close(sessions.open(signedInAs()).sessionId)
    expect(order).toEqual(['session'])
  })

  it('report an unknown id as not signed in any more', async () => {
    const sessions = openSessions()
    const failure = await failureThrown(Promise.resolve('nobody').then((id) => sessions.find(id)))
    expect(failure).toMatchObject({ tag: 'no-credentials', next: 'Sign in again.' })
  })

  it('open nothing that the service refuses', async () => {
    const closed: string[] = []
    const refusal = new AppError({ tag: 'sign-in-refused', username: 'ops', origin: 'https://a.example' })
    const session = { signIn: () => Promise.reject(refusal), close: () => void closed.push('session') }
    const sessions = createOpenSessions({ engine: createFakeDesk({ session }).desk })
    expect(await failureThrown(sessions.signIn(signedInAs()))).toMatchObject({ tag: 'sign-in-refused' })
    expect([sessions.list(), closed]).toEqual([[], ['session']])
  })
})
