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

/** Signed in: what the page names in everything it asks of the service. */
export const openSession = z.object({
  sessionId: id,
  /** Null for a connection of this session only. */
  profile: z.string().nullable(),
  environment,
  baseUrl: z.string(),
  username: z.string(),
})

const customer = z.object({ customerId: z.string(), customerName: z.string() })

const chosenFile = z.object({ fileId: id, name: z.string() })

export const accountMethods = {
  'accounts.list': { input: none, output: z.object({ accounts: z.array(account) }) },
  /** Signs in and opens a session; with `profile` it is kept in the keychain, without it lives for this session only. */
  'accounts.signIn': {
    input: z.strictObject({
      profile: line.nullable(),
      environment,
      baseUrl: line,
      username: line,
      password: line,
      credentialForm,
      caFileId: id.nullable(),
      /** Without a file chosen anew: that of the profile of this name goes on. */
      keepsCaFile: z.boolean().default(false),
    }),
    output: openSession,
  },
  /** Opens a session of a saved profile and asks the service for a token once, so that a refusal shows at once. */
  'accounts.useProfile': { input: z.strictObject({ profile: line }), output: openSession },
  /** Gives up a sign-in that waits for the service: it then fails with interrupted. Nothing happens where none does. */
  'accounts.cancelSignIn': { input: none, output: none },
  /** Ends the session of the page. With `forgets` the profile and its password are removed as well. */
  'accounts.signOut': { input: z.strictObject({ sessionId: id, forgets: z.boolean() }), output: none },
  'accounts.removeProfile': { input: z.strictObject({ profile: line }), output: none },
  /** Lets the user pick a certificate file; null when the dialog was closed. */
  'accounts.chooseCaFile': { input: none, output: chosenFile.nullable() },
  'accounts.customers': {
    input: z.strictObject({ sessionId: id }),
    output: z.object({ customers: z.array(customer), problems: z.array(problem) }),
  },
} as const
