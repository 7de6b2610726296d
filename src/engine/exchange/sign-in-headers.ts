import { badUsage } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'

/**
 * The credentials as headers, in the form that the connection is set to (reference “Get token”, T30). Fails with
 * bad-usage where the form cannot carry them: a colon in the user name breaks Basic, text beyond Latin-1 a raw header.
 */
export function signInHeaders(connection: Connection, password: string): Record<string, string> {
  const { username, credentialForm } = connection
  if (credentialForm === 'basic') {
    if (username.includes(':')) {
      throw badUsage('A user name with a colon cannot be sent in the Basic form.', {
        terminal: 'Use --credential-form headers for this connection.',
        desk: 'Choose “Username and Password headers” for how the password is sent.',
      })
    }
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}` }
  }
  if (!isHeaderText(username) || !isHeaderText(password)) {
    throw badUsage('This user name or password has characters that cannot be sent as raw headers.', {
      terminal: 'Use --credential-form basic for this connection.',
      desk: 'Choose “Basic” for how the password is sent.',
    })
  }
  return { username, password }
}

/** Printable Latin-1; Node would refuse others with an error that shows the value. */
function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]*$/.test(text)
}
