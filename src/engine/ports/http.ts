/** What the engine asks of a host's HTTP. Nothing here follows a redirect, keeps a cookie or caches (T29). */
export interface HttpPort {
  /**
   * Sends a request and reads the whole answer, at most `maxBytes` of it.
   * Fails with service-unreachable, tls-untrusted, timed-out, connection-lost, unreadable-answer (too large), interrupted.
   */
  request(request: HttpRequest, maxBytes: number, signal?: AbortSignal): Promise<HttpAnswer>
  /**
   * Sends a GET and hands the body on as it comes. Resolves once the last byte has been handed on: from then on the
   * connection is free for the next request, whatever the receiver still does with what it has.
   */
  stream(request: HttpRequest, receiver: BodyReceiver, signal?: AbortSignal): Promise<void>
  /** Lets at most this many connections be open to one origin; the rest wait. */
  setConnections(connections: number): void
  close(): void
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  /** What is being done, in words for failures: “the search”, never with a secret in it. */
  endpoint: string
  headers: Record<string, string>
  body?: string
}

export interface HttpHead {
  status: number
  /** Names in lower case; a repeated header joined by commas. */
  headers: Record<string, string>
}

export interface HttpAnswer extends HttpHead {
  body: Buffer
}

export interface BodyReceiver {
  /** Called once, before any data. Throwing drops the connection and fails the request with what was thrown. */
  head(head: HttpHead): void
  /** A returned promise holds the connection back until it settles; a rejection drops it. */
  data(chunk: Buffer): Promise<void> | undefined
}
