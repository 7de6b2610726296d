import type { SecretsPort } from '../ports/host-ports.ts'
import type { ProxyLogin, ProxyLogins } from '../ports/network.ts'
import { hasSucceeded, ignoringNoKeychain } from './without-keychain.ts'

/** A proxy that asks for a name and a password, and has none that it accepts. */
export interface WantedLogin {
  /** `host:port`. */
  proxy: string
  hasRefused: boolean
}

export interface ProxyPasswords extends ProxyLogins {
  /** The proxies that wait for somebody to sign in. */
  wanted(): WantedLogin[]
  /** Called whenever a proxy begins to wait. Returns the unsubscriber. */
  onWanted(listener: (wanted: WantedLogin) => void): () => void
  /** Uses it from now on; in the keychain too if it `keeps` and there is one. Returns which. */
  remember(proxy: string, login: ProxyLogin, keeps: boolean): Promise<'kept' | 'this-session'>
}

const SERVICE = 'Parcel Desk (proxy)'

interface ProxyPasswordsOptions {
  secrets: SecretsPort
  onSecret: (secret: string) => void
}

/** Logins for proxies: what the settings give, what was entered, and what the keychain keeps. */
export function createProxyPasswords({ secrets, onSecret }: ProxyPasswordsOptions): ProxyPasswords {
  const entered = new Map<string, ProxyLogin>()
  const refused = new Set<string>()
  const waiting = new Map<string, WantedLogin>()
  const listeners = new Set<(wanted: WantedLogin) => void>()
  const isUsable = (proxy: string, login: ProxyLogin | undefined): login is ProxyLogin =>
    login !== undefined && login.password !== '' && !refused.has(keyOf(proxy, login))
  return {
    find: async (proxy, given) => {
      const known = [entered.get(proxy), given].find((login) => isUsable(proxy, login))
      if (known !== undefined) return known
      const kept = await readKept(secrets, proxy)
      return isUsable(proxy, kept) ? kept : undefined
    },
    willSend: ({ username, password }) => {
      onSecret(password)
      onSecret(Buffer.from(`${username}:${password}`).toString('base64'))
    },
    wasRefused: (proxy, login) => void refused.add(keyOf(proxy, login)),
    isWanted: (proxy, hasRefused) => {
      const wanted = { proxy, hasRefused }
      if (waiting.get(proxy)?.hasRefused === hasRefused) return
      waiting.set(proxy, wanted)
      for (const listener of listeners) listener(wanted)
    },
    wanted: () => [...waiting.values()],
    onWanted: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    remember: async (proxy, login, keeps) => {
      onSecret(login.password)
      // Entered again, the same may be right by now: an account is unlocked, a typing error was the proxy’s.
      refused.delete(keyOf(proxy, login))
      waiting.delete(proxy)
      entered.set(proxy, login)
      if (keeps && (await hasSucceeded(secrets.write(SERVICE, proxy, written(login))))) return 'kept'
      // Otherwise the next start would send an older one.
      await hasSucceeded(secrets.remove(SERVICE, proxy))
      return 'this-session'
    },
  }
}

function keyOf(proxy: string, { username, password }: ProxyLogin): string {
  return JSON.stringify([proxy, username, password])
}

/** As Basic writes it: a user name has no colon. */
function written({ username, password }: ProxyLogin): string {
  return `${username}:${password}`
}

async function readKept(secrets: SecretsPort, proxy: string): Promise<ProxyLogin | undefined> {
  const text = await ignoringNoKeychain(secrets.read(SERVICE, proxy))
  const colon = text?.indexOf(':') ?? -1
  return text === undefined || colon === -1
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
