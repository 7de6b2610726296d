import type { Connection, CredentialForm, Environment } from '../../shared/model/connection.ts'

/** A saved connection as the command line prints it. */
export interface ProfileRecord {
  profile: string | null
  environment: Environment
  baseUrl: string
  username: string
  credentialForm: CredentialForm
  caFile: string | null
}

/** Field by field, so that nothing else that a connection may carry is ever printed. */
export function profileRecord(connection: Connection): ProfileRecord {
  const { profile, environment, baseUrl, username, credentialForm, caFile } = connection
  return { profile: profile ?? null, environment, baseUrl, username, credentialForm, caFile: caFile ?? null }
}
