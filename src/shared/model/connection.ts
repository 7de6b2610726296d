export const ENVIRONMENTS = ['production', 'test'] as const
export const CREDENTIAL_FORMS = ['basic', 'headers'] as const

export type Environment = (typeof ENVIRONMENTS)[number]
export type CredentialForm = (typeof CREDENTIAL_FORMS)[number]

/** How to reach the service as one user; without the password. */
export interface Connection {
  /** Name of the saved profile; undefined for a one-off connection. */
  profile: string | undefined
  environment: Environment
  /** Base address without the version path, no trailing slash. */
  baseUrl: string
  username: string
  credentialForm: CredentialForm
  /** PEM file with extra certificate authorities. */
  caFile: string | undefined
}
