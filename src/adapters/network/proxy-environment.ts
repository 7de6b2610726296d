import { BlockList, isIP } from 'node:net'
import { DIRECT, readProxyUrl, type Way } from './ways.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The proxy of the environment for a host: of PARCEL_DESK_PROXY, else of HTTPS_PROXY, unless NO_PROXY excepts the host. Both
 * spellings of the usual variables count, small letters first, as other programs have it. Fails as `readProxyUrl`.
 */
export function environmentWays(env: Env, { host, port }: { host: string; port: number }, origin: string): Way[] {
  const own = env['PARCEL_DESK_PROXY'] ?? ''
  const proxy = own === '' ? valueOf(env, 'https_proxy') : own
  if (proxy === '' || proxy.toLowerCase() === 'direct') return [DIRECT]
  if (isExcepted(valueOf(env, 'no_proxy'), host, port)) return [DIRECT]
  const way = readProxyUrl(proxy, origin)
  const login = environmentLogin(env, way.login?.username)
  return [login === undefined ? way : { ...way, login }]
}

/** The login of the environment: its user name, or the one in the proxy’s address, with its password. */
export function environmentLogin(
  env: Env,
  usernameInAddress: string | undefined,
): { username: string; password: string } | undefined {
  const password = env['PARCEL_DESK_PROXY_PASSWORD'] ?? ''
  const username = env['PARCEL_DESK_PROXY_USERNAME'] || usernameInAddress
  return password === '' || username === undefined ? undefined : { username, password }
}

function valueOf(env: Env, name: string): string {
  return env[name] || env[name.toUpperCase()] || ''
}

/**
 * Whether NO_PROXY, `intranet.example, .firm.example, 10.0.0.0/8, 10.0.0.1-10.0.0.9, mq.example:5671`, excepts a host. A name
 * excepts also the names below it.
 */
function isExcepted(list: string, host: string, port: number): boolean {
  const wanted = host.toLowerCase()
  const entries = list.toLowerCase().split(/[\s,]+/)
  return entries.some((entry) => entry !== '' && isMatch(entry, wanted, port))
}

function isMatch(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true
  const family = isIP(host)
  if (family !== 0) return isAddressIn(entry, { host, port, type: family === 6 ? 'ipv6' : 'ipv4' })
  const { name = '', ofPort } = /^(?<name>[^:]+?)(?::(?<ofPort>\d+))?$/.exec(entry)?.groups ?? {}
  if (ofPort !== undefined && Number(ofPort) !== port) return false
  const suffix = name.replace(/^\*?\./, '')
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`))
}

function isAddressIn(entry: string, asked: { host: string; port: number; type: 'ipv4' | 'ipv6' }): boolean {
  const { host, port, type } = asked
  const { address = entry, ofPort } =
    /^(?:\[(?<address>[^\]]+)\]|[\d.]+)(?::(?<ofPort>\d+))?$/.exec(entry)?.groups ?? {}
  const plain = ofPort !== undefined && !entry.startsWith('[') ? entry.slice(0, entry.lastIndexOf(':')) : address
  if (ofPort !== undefined && Number(ofPort) !== port) return false
  const excepted = new BlockList()
  const [base = '', bits] = plain.split('/')
  const [first = '', last] = plain.split('-')
  try {
    if (bits !== undefined) excepted.addSubnet(base, Number(bits), type)
    else if (last !== undefined) excepted.addRange(first, last, type)
    else excepted.addAddress(plain, type)
    return excepted.check(host, type)
  } catch {
    // A name, or an address of the other family.
    return false
  }
}
