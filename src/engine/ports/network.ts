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
}
