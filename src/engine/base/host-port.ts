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
