/** What somebody enters to get through a proxy. */
export interface ProxyLogin {
  username: string
  password: string
}

/** Names and passwords for proxies, as the engine keeps them. `proxy` is `host:port`. */
export interface ProxyLogins {
  /** The login to try, unless the proxy has refused it; `given` by the settings comes before a kept one. */
  find(proxy: string, given: ProxyLogin | undefined): Promise<ProxyLogin | undefined>
  /** From now on it is removed from every log line. Called before it is sent. */
  willSend(login: ProxyLogin): void
  /** The proxy has refused it: it is never sent there again, or an account that many programs share would be locked. */
  wasRefused(proxy: string, login: ProxyLogin): void
  /** The proxy asks, and there is none to try. `hasRefused` where it has refused one. */
  isWanted(proxy: string, hasRefused: boolean): void
}

/** The network of a host, as far as the engine has a part in it: its HTTP and links ask here for proxy passwords. */
export interface NetworkPort {
  useLogins(logins: ProxyLogins): void
  /** Called when reading the system’s certificates, for which connections wait, begins to take long, and when that is over. */
  onSlowCertificates(listener: (isSlow: boolean) => void): void
  /** Whom this computer and the organisation trust, in PEM. Fails where they cannot be read, or with interrupted. */
  trustedAuthorities(signal?: AbortSignal): Promise<readonly string[]>
}

/** How this computer reaches a server, for support: looks, and sends nothing of anybody. */
export interface NetworkProbe {
  /** What the system finds for a name, as its programs do. Fails where it finds nothing. */
  addresses(host: string): Promise<string[]>
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

/** How a server proved who it is, on a connection that was checked and accepted. All texts come from outside. */
export interface ServerIdentity {
  /** `TLSv1.3`. */
  protocol: string
  /** The name that its certificate was issued for. */
  name: string
  issuer: string
  validUntil: Date
}
