const TEST_WORD =
  /^(?:tests?|testing|tst|staging|stage|stg|uat|sandbox|sbx|demo|dev|qa|trial|training|preprod|preproduction)\d*$/
/** `.dev` and `.qa` are also endings of addresses; only of these is it known that nothing in production has them. */
const TEST_ENDING = /^(?:test|localhost)$/

/**
 * The part of an address that test services have in theirs: `uat` of `https://uat-2.exchange.example`. Undefined where
 * nothing says so, which proves nothing: many a test service has an ordinary address.
 */
export function testWordIn(address: string): string | undefined {
  const given = address.trim()
  const url = URL.parse(withScheme(given, 'https'))
  if (url === null || url.hostname === '') return undefined
  if (isLoopbackHost(url.hostname)) return url.hostname
  const labels = url.hostname.split('.')
  const ending = labels.pop() ?? ''
  const words = [...labels, ...url.pathname.split('/')].flatMap((part) =>
    part.toLowerCase().replaceAll('pre-prod', 'preprod').split(/[-_.]/),
  )
  return words.find((word) => TEST_WORD.test(word)) ?? (TEST_ENDING.test(ending) ? ending : undefined)
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** An address as people write it, which may lack its scheme. */
export function withScheme(address: string, usual: 'http' | 'https'): string {
  return SCHEME.test(address) ? address : `${usual}://${address}`
}

/**
 * The address of a service without the path of its interface (docs/service.md “The calls”), and
 * without a slash at the end.
 */
export function serviceAddress({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/v3\/common(?:\/.*)?$/i, '').replace(/\/+$/, '')
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/** Whether a host, with or without a port, is this computer, so that nothing sent to it crosses a network. */
export function isLoopbackHost(host: string): boolean {
  const { bracketed, plain } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/.exec(host)?.groups ?? {}
  return LOOPBACK.test(bracketed ?? plain ?? host)
}

/** The ports of brokers where an address names none, by its scheme. */
export const AMQP_PORTS = { 'amqp:': 5672, 'amqps:': 5671 } as const

/** `host:port`, as sentences, keychain entries and CONNECT name a server. */
export function hostPort({ host, port }: { host: string; port: number }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** The host of an address as connections take it: an IPv6 address without its brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
