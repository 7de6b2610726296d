/** How this computer reaches a server, for support: looks, and sends nothing of anybody. */
export interface NetworkProbe {
  /** The proxy for an address as a person reads it: “http://proxy.firm.example:8080”, “none”. Never with a password. */
  proxyFor(url: URL): Promise<string>
  /** What a server shows when TLS is opened to it, trusted or not. Fails if it cannot be reached. */
  certificates(server: { host: string; port: number }): Promise<ShownCertificates>
}

export interface ShownCertificates {
  protocol: string
  /** Why they are not accepted; null where they are. */
  fault: string | null
  /** The server’s own first. All texts come from outside. */
  chain: { subject: string; issuer: string; validFrom: string; validUntil: string }[]
}
