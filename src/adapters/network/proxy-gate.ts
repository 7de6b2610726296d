import type { Duplex } from 'node:stream'
import { hostPort } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { serialize } from '../../engine/base/async.ts'
import type { ProxyLogin, ProxyLogins } from '../../engine/ports/network.ts'
import { askForTunnel, type TunnelAnswer, type TunnelRequest } from './tunnel.ts'

const TOO_MANY = 429
const LOGIN_REQUIRED = 407

type GateRequest = Omit<TunnelRequest, 'login'>

/** Opens tunnels, and signs in at proxies that ask for it. */
export interface ProxyGate {
  useLogins(logins: ProxyLogins): void
  /** Fails with proxy-login, proxy-refused, service-unreachable (it has no way to the target), or what Node throws. */
  open(request: GateRequest, signal: AbortSignal): Promise<Duplex>
}

export function createProxyGate(): ProxyGate {
  let logins = givenLogins()
  /** What each proxy has accepted; sent at once, because asking first would double every connection. */
  const accepted = new Map<string, ProxyLogin>()
  /** Those that have refused a login since they last accepted one. */
  const refusing = new Set<string>()
  const turns = new Map<string, ReturnType<typeof serialize>>()
  const turnOf = (proxy: string): ReturnType<typeof serialize> => {
    const turn = turns.get(proxy) ?? serialize()
    turns.set(proxy, turn)
    return turn
  }
  const refused = (proxy: string, login: ProxyLogin): AppError => {
    accepted.delete(proxy)
    refusing.add(proxy)
    logins.wasRefused(proxy, login)
    logins.isWanted(proxy, true)
    return new AppError({ tag: 'proxy-login', proxy, hasRefused: true })
  }
  const ask = async (request: GateRequest, login: ProxyLogin | undefined, signal: AbortSignal) => {
    if (login !== undefined) logins.willSend(login)
    return await askForTunnel({ ...request, login }, signal)
  }
  /** One after the other: several with the same wrong password would lock the account. */
  const signIn = async (request: GateRequest, signal: AbortSignal): Promise<Duplex> => {
    const proxy = hostPort(request.proxy)
    signal.throwIfAborted()
    const login = accepted.get(proxy) ?? (await logins.find(proxy, request.proxy.login))
    if (login === undefined) {
      const hasRefused = refusing.has(proxy)
      logins.isWanted(proxy, hasRefused)
      throw new AppError({ tag: 'proxy-login', proxy, hasRefused })
    }
    const answer = await ask(request, login, signal)
    if (answer.status === LOGIN_REQUIRED) {
      answer.socket.destroy()
      throw refused(proxy, login)
    }
    accepted.set(proxy, login)
    refusing.delete(proxy)
    return socketOf(request, answer)
  }
  return {
    useLogins: (used) => {
      logins = used
    },
    open: async (request, signal) => {
      const proxy = hostPort(request.proxy)
      const known = accepted.get(proxy)
      const answer = await ask(request, known, signal)
      if (answer.status !== LOGIN_REQUIRED) return socketOf(request, answer)
      answer.socket.destroy()
      requireBasic(proxy, answer)
      if (known !== undefined && accepted.get(proxy) === known) throw refused(proxy, known)
      return await turnOf(proxy)(() => signIn(request, signal))
    },
  }
}

/** Where nobody keeps passwords, there are those of the settings. */
function givenLogins(): ProxyLogins {
  const refused = new Set<string>()
  const keyOf = (proxy: string, { username, password }: ProxyLogin): string => `${proxy} ${username}:${password}`
  return {
    find: (proxy, given) => {
      const isUsable = given !== undefined && given.password !== '' && !refused.has(keyOf(proxy, given))
      return Promise.resolve(isUsable ? given : undefined)
    },
    willSend: () => undefined,
    wasRefused: (proxy, login) => void refused.add(keyOf(proxy, login)),
    isWanted: () => undefined,
  }
}

function socketOf({ proxy, target }: GateRequest, { status, socket }: TunnelAnswer): Duplex {
  // Any success opens the tunnel (RFC 9110, 9.3.6).
  if (status >= 200 && status < 300) return socket
  socket.destroy()
  throw refusal(hostPort(proxy), hostPort(target), status)
}

function refusal(proxy: string, target: string, status: number): AppError {
  if (status >= 500 || status === TOO_MANY) {
    const why = status === TOO_MANY ? 'lets no more connections through for now' : 'found no way there'
    const reason = `the proxy ${proxy} ${why} (it answered ${status})`
    return new AppError({ tag: 'service-unreachable', origin: target, reason })
  }
  const advice = `Ask your IT department to let CONNECT to ${target} through, or to except that host from the proxy.`
  return new AppError({
    tag: 'proxy-refused',
    proxy,
    reason: `it does not let connections to ${target} through (it answered ${status})`,
    next: advice,
  })
}

/** NTLM and Kerberos need the user’s sign-in at the computer, which Parcel Desk does not have. */
function requireBasic(proxy: string, { schemes }: TunnelAnswer): void {
  if (schemes.includes('basic')) return
  const offered = schemes.map((scheme) => plainText(scheme, 20)).slice(0, 4)
  const what = offered.length === 0 ? 'names no way to sign in' : `takes only ${offered.map(spelled).join(' or ')}`
  throw new AppError({
    tag: 'proxy-refused',
    proxy,
    reason: `it ${what}, and Parcel Desk signs in at proxies with a user name and a password (Basic) only`,
    next: 'Ask your IT department to let these hosts through without a sign-in, to accept Basic for them, or for a relay on this computer that signs in for you, and name it as the proxy.',
  })
}

function spelled(scheme: string): string {
  return { ntlm: 'NTLM', negotiate: 'Negotiate (Kerberos)', digest: 'Digest' }[scheme] ?? scheme
}
