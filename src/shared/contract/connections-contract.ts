import { z } from 'zod'
import { brokerConnection } from './feeds-contract.ts'
import { credentialForm, id, line, none } from './wire.ts'

/** One thing that a test of a connection looks at. Steps build on each other: after a failure the rest is skipped. */
const testStep = z.object({
  id: z.string(),
  title: z.string(),
  /** `warned`: it works, but the user should know something. */
  state: z.enum(['waiting', 'running', 'passed', 'warned', 'failed', 'skipped']),
  /** What was found, or why it failed, in a sentence; empty until it has ended. */
  found: z.string(),
  /** What to do next; empty where nothing has to be done. */
  next: z.string(),
  /** How long it took; null until it has ended, and for what was skipped. */
  ms: z.number().nullable(),
})
export type TestStep = z.infer<typeof testStep>

const tested = z.object({ testId: id, steps: z.array(testStep) })

/** Which connection to the service: as typed into the form, of a saved profile, or of an open session. */
const serviceTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('typed'),
    baseUrl: line,
    /** Both may be empty: then only the way to the service is tested. */
    username: line,
    password: line,
    credentialForm,
    caFileId: id.nullable(),
    /** If no file is chosen, that of this profile. */
    caFileOfProfile: line.nullable(),
  }),
  z.strictObject({ kind: z.literal('profile'), profile: line }),
  z.strictObject({ kind: z.literal('session'), sessionId: id }),
])

/**
 * Tests of a connection. `testId` is of the page’s making: it names the test in the events that report each step, and when it
 * is cancelled. Nothing is stored, no message is taken.
 */
export const connectionMethods = {
  /** Fails with bad-usage, no-credentials, keychain-unavailable, sign-in-refused (in an earlier run), interrupted. */
  'connections.testService': { input: z.strictObject({ testId: id, target: serviceTarget }), output: tested },
  /**
   * A broker as in its form; a null password is the known one, which only the hosts get that it belongs to (W-M1).
   * `{customerId}` stands for this customer.
   */
  'connections.testQueue': {
    input: z.strictObject({ testId: id, ...brokerConnection, customerId: line.nullable() }),
    output: tested,
  },
  /** Ends a test, which then fails with interrupted. Does nothing if it has ended. */
  'connections.cancelTest': { input: z.strictObject({ testId: id }), output: none },
} as const

export const connectionEvents = { 'connections.tested': tested } as const

/** A proxy on the way to service or broker that asks for a name and a password; `proxy` is `host:port`. */
export const wantedProxy = z.object({ proxy: z.string(), hasRefused: z.boolean() })

export const proxyMethods = {
  /**
   * Signs in at a proxy that asks for it, from the next connection on, and tries the feeds again. `isKept` is false where the
   * keychain did not take it. Fails with bad-usage if the proxy does not ask.
   */
  'proxies.signIn': {
    input: z.strictObject({ proxy: line, username: line.min(1), password: line.min(1), keeps: z.boolean() }),
    output: z.object({ isKept: z.boolean() }),
  },
} as const

export const proxyEvents = {
  /** The proxies that ask now. */
  'proxies.changed': z.object({ proxies: z.array(wantedProxy) }),
} as const

export const certificatesState = z.object({
  /** Connections wait for the system, which takes long to name the authorities that it trusts. */
  isReadingCertificates: z.boolean(),
})

export const certificateEvents = { 'certificates.changed': certificatesState } as const
