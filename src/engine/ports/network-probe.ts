/** How this computer reaches a server, for support: looks, and sends nothing of anybody. */
export interface NetworkProbe {
  /** The ways that are tried, as a person reads them: “direct”, “proxy.firm.example:8080”. Never with a password. */
  waysTo(server: ProbedServer): Promise<string[]>
  /** What a server shows when TLS is opened to it, trusted or not. Fails if it cannot be reached. */
  certificates(server: ProbedServer): Promise<ShownCertificates>
}

export interface ProbedServer {
  host: string
  port: number
}

export interface ShownCertificates {
  protocol: string
  /** Why they are not accepted; null where they are. */
  fault: string | null
  /** The server’s own first. All texts come from outside. */
  chain: { subject: string; issuer: string; validFrom: string; validUntil: string }[]
}
