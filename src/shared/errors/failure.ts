/** Who reads a message: someone at the command line, which has options, or at the desk, which has buttons. */
export type Reader = 'terminal' | 'desk'

/** What to do next: the same for every reader, or one text for each. */
export type Advice = string | Record<Reader, string>

/**
 * Everything that can go wrong and has a name. Each tag carries only the facts that its sentence needs; the sentences are in
 * `failure-texts.ts`, so that log, command line and screen say the same.
 */
export type Failure =
  | { tag: 'bad-usage'; message: string; next?: Advice }
  /** `path` of the address that was given; `status`, or the word in its place, where a call was refused just now. */
  | { tag: 'sign-in-refused'; username: string; origin: string; path?: string; status?: number | string; said?: string }
  | { tag: 'no-credentials'; what: string; next?: Advice }
  | { tag: 'keychain-unavailable'; reason: string }
  | { tag: 'token-refused'; endpoint: string }
  | { tag: 'service-unreachable'; origin: string; reason: string; next?: Advice }
  | { tag: 'tls-untrusted'; origin: string; reason: string; next?: Advice }
  /** `proxy` is `host:port`. */
  | { tag: 'proxy-login'; proxy: string; hasRefused: boolean }
  | { tag: 'proxy-refused'; proxy: string; reason: string; next: Advice }
  | {
      tag: 'timed-out'
      endpoint: string
      waitedFor: 'connection' | 'answer' | 'more bytes' | 'more than 1 kB a second' | 'end'
      timeoutMs: number
    }
  | { tag: 'connection-lost'; endpoint: string; reason: string }
  /** `isGivenUp`: it was waited for as long as is worth it; trying again at once is no use. */
  | {
      tag: 'service-failing'
      endpoint: string
      status: number
      said?: string
      retryAfterMs?: number
      isGivenUp?: boolean
    }
  /** `status` is a word where the answer has no code. */
  | { tag: 'request-refused'; endpoint: string; status: number | string; said?: string }
  | { tag: 'access-denied'; endpoint: string; said?: string }
  | { tag: 'not-found'; endpoint: string; said?: string }
  | { tag: 'redirected'; endpoint: string; to: string }
  | { tag: 'unreadable-answer'; endpoint: string; reason: string; said?: string }
  /**
   * `instead`: no PDF came at all, but an error of the service, or a page or text of whoever answered; without it the document
   * is damaged. `isRepeated`: an earlier attempt got the same, so it is what there is.
   */
  | {
      tag: 'not-a-whole-pdf'
      endpoint: string
      reason: string
      said?: string
      instead?: 'envelope' | 'page'
      isRepeated?: boolean
    }
  | { tag: 'document-too-large'; endpoint: string; bytes?: number; limitBytes: number; use: 'save' | 'show' }
  | { tag: 'documents-not-listed'; set: string }
  | { tag: 'nothing-matched'; what: string }
  | { tag: 'some-not-saved'; failed: number; planned: number }
  | { tag: 'folder-differs'; folder: string; missing: number; changed: number; extra: number; unreadable: number }
  | { tag: 'signed-changed'; folder: string; documents: number }
  | { tag: 'documents-differ'; summary: string }
  | { tag: 'incomplete'; what: string; missing: string; next?: Advice }
  | { tag: 'stopped-early'; reason: string; pending: number }
  /** `keptFreeBytes` where the disk is not quite full yet: that much is left free. */
  | { tag: 'disk-full'; folder: string; missingBytes?: number; keptFreeBytes?: number }
  | { tag: 'folder-not-writable'; folder: string; reason: string }
  | { tag: 'folder-gone'; folder: string }
  | { tag: 'folder-refused'; folder: string; reason: string; next?: string }
  | { tag: 'path-too-long'; path: string; limit: number }
  | { tag: 'file-exists'; path: string }
  | { tag: 'file-held'; path: string }
  | { tag: 'file-refused'; path: string; reason: string; next?: Advice }
  | { tag: 'storage-failed'; file: string; reason: string }
  | { tag: 'locked'; dataDir: string; holder: string }
  | { tag: 'broker-refused'; username: string; broker: string; said?: string; next?: Advice }
  | { tag: 'virtual-host-refused'; virtualHost: string; broker: string }
  /** `isStream`: of the firm’s own broker, whose administrator makes it. */
  | { tag: 'queue-missing'; queue: string; broker: string; isStream?: boolean }
  | { tag: 'queue-refused'; queue: string; broker: string; said: string; isStream?: boolean }
  | { tag: 'queue-held'; queue: string; broker: string }
  | { tag: 'not-a-stream'; queue: string; broker: string }
  | { tag: 'queue-cancelled'; queue: string; broker: string; isStream?: boolean }
  | { tag: 'queue-forbidden'; by: string }
  /** `what` begins a sentence: “Saving into /tmp”. */
  | { tag: 'set-by-organisation'; what: string; by: string; next?: string }
  | { tag: 'exchange-missing'; exchange: string; broker: string }
  | { tag: 'exchange-refused'; exchange: string; broker: string; said: string }
  | { tag: 'not-published'; exchange: string; broker: string; reason: string; next?: string }
  | { tag: 'interrupted'; job?: string }
  | { tag: 'internal'; reference: string }

export type FailureTag = Failure['tag']

/** A failure in words: what and why in `message`, what to do in `next`. */
export interface DescribedFailure {
  tag: FailureTag
  message: string
  next: string
}
