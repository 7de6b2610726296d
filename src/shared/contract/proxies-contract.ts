import { z } from 'zod'
import { line } from './wire.ts'

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
