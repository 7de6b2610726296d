import { deskStore } from '../../client/desk-store.ts'
import { connectionTestStore, type TestRequest } from '../../connection-test/connection-test-store.ts'
import { goToSection } from '../../client/go-to-section.ts'

/** The row of an account that is not kept. */
export const PASSING = 'account of this session'

/** The row of a saved account. */
export function accountSubject(profile: string): string {
  return `account ${profile}`
}

export function sessionTest(sessionId: string): TestRequest {
  return { method: 'connections.testService', input: { target: { kind: 'session', sessionId } } }
}

/** Tests the connection that the desk works with, and shows the result beside its account. */
export function testCurrentConnection(): void {
  const session = deskStore.getState().desk?.session ?? null
  if (session === null) return
  goToSection('accounts')
  const { sessionId, profile } = session
  const subject = profile === null ? PASSING : accountSubject(profile)
  void connectionTestStore.actions.run(subject, sessionTest(sessionId))
}
