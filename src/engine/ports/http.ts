import type { ServerIdentity } from './network.ts'

/** HTTP as the engine needs it. Follows no redirect, keeps no cookie, caches nothing (T29). */
export interface HttpPort {
  /**
   * Sends a request and reads the whole answer, at most `maxBytes` of it.
   * Fails with service-unreachable, tls-untrusted, timed-out, connection-lost, unreadable-answer (too large), interrupted.
   */
  request(request: HttpRequest, maxBytes: number, signal?: AbortSignal): Promise<HttpAnswer>
  /**
   * Sends a request and passes the body on as it arrives. Resolves after the last byte has been passed on; the connection is then
   * free for the next request, whatever the receiver still does with the data.
   */
  stream(request: HttpRequest, receiver: BodyReceiver, signal?: AbortSignal): Promise<void>
  close(): void
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  /** For failure messages, such as “the search”; never contains a secret. */
  endpoint: string
  headers: Record<string, string>
  body?: string
  /** 1 for the first; only of calls that are made again where they are slow. */
  attempt?: number | undefined
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
  /** Called once, when the request goes out on an open connection. */
  sent?(): void
  /** Called once, before any data. Throwing drops the connection and fails the request with what was thrown. */
  head(head: HttpHead): void
  /** Called before `head` on an encrypted connection. Only for who asks: reading a certificate costs time. */
  secured?(server: ServerIdentity): void
  /** A returned promise pauses the connection until it settles; a rejection drops it. */
  data(chunk: Buffer): Promise<void> | undefined
}
