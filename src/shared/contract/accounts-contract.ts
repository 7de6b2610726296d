import { z } from 'zod'
import { credentialForm, environment, id, line, none, problem } from './wire.ts'

/** A saved profile. */
export const account = z.object({
  profile: z.string(),
  environment,
  baseUrl: z.string(),
  username: z.string(),
  credentialForm,
  /** Name of the extra certificate file, without its folder. */
  caFileName: z.string().nullable(),
})

/** The page's session; every call to the service names it. */
export const openSession = z.object({
  sessionId: id,
  /** Null for a connection of this session only. */
  profile: z.string().nullable(),
  environment,
  baseUrl: z.string(),
  username: z.string(),
})

export const accountsState = z.object({
  accounts: z.array(account),
  /** The one that the page works with. */
  session: openSession.nullable(),
  /** Why the last one was closed, where the user did not close it. */
  endedBecause: z.string().nullable(),
})

const customer = z.object({ customerId: z.string(), customerName: z.string() })

const chosenFile = z.object({ fileId: id, name: z.string() })

export const accountMethods = {
  /** Signs in and opens a session. With `profile` the connection is saved, its password in the keychain; without, it is one-off. */
  'accounts.signIn': {
    input: z.strictObject({
      profile: line.nullable(),
      environment,
      baseUrl: line,
      username: line,
      password: line,
      credentialForm,
      caFileId: id.nullable(),
      /** If no file is chosen, keeps the one of the profile of this name. */
      keepsCaFile: z.boolean().default(false),
    }),
    output: openSession,
  },
  /** Opens a session of a saved profile and requests a token, so that a refusal shows at once. */
  'accounts.useProfile': { input: z.strictObject({ profile: line }), output: openSession },
  /** Aborts a sign-in that waits for the service; it then fails with interrupted. Does nothing otherwise. */
  'accounts.cancelSignIn': { input: none, output: none },
  /** Ends the page's session. With `forgets`, also removes the profile and its password. */
  'accounts.signOut': { input: z.strictObject({ sessionId: id, forgets: z.boolean() }), output: none },
  'accounts.removeProfile': { input: z.strictObject({ profile: line }), output: none },
  /** Lets the user choose a certificate file; null if the dialog was closed. */
  'accounts.chooseCaFile': { input: none, output: chosenFile.nullable() },
  'accounts.customers': {
    input: z.strictObject({ sessionId: id }),
    output: z.object({ customers: z.array(customer), problems: z.array(problem) }),
  },
} as const
