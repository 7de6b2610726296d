import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { serviceForbiddenBy } from '../../../engine/policy/guards.ts'
import type { OpenSessions } from '../sessions.ts'

interface CloseForbiddenOptions {
  engine: Pick<ParcelDesk, 'policy' | 'logger'>
  sessions: Pick<OpenSessions, 'list' | 'close'>
  /** Called as soon as nothing new can begin in them. */
  onClosed: () => void
}

/**
 * Ends the sessions of services that the organisation does not allow any more. What runs there stops as it does when the user
 * signs out, and can be gone on with; saved accounts and passwords stay. Never fails.
 */
export function closeForbidden({ engine, sessions, onClosed }: CloseForbiddenOptions): void {
  const forbidden = sessions
    .list()
    .filter(({ connection }) => serviceForbiddenBy(engine.policy, connection) !== undefined)
  if (forbidden.length === 0) return
  for (const { sessionId, connection } of forbidden) {
    const name = connection.profile ?? new URL(connection.baseUrl).host
    engine.logger.info('session.forbidden', { baseUrl: connection.baseUrl, environment: connection.environment })
    sessions.close(sessionId, because(name)).catch((thrown: unknown) => {
      engine.logger.warn('session.not-closed', { thrown })
    })
  }
  onClosed()
}

function because(name: string): string {
  return `“${name}” is not among the connections that your organisation allows any more. Sign in to another one. Saved passwords stay, and a save that was stopped can be resumed once the connection is allowed again.`
}
