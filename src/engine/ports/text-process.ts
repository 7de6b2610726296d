/** One saved file, as it was recorded. */
export interface TextRequest {
  path: string
  sha256: string
}

/**
 * The text of each page in order, as far as it could be read, and as a sentence why no further; or that the file is not there
 * with those bytes.
 */
export type TextAnswer = { kind: 'read'; pages: string[]; flaw: string | null } | { kind: 'gone' }

/** Sent once, before any request is answered: what ends earlier was not ended by a document. */
export interface TextReady {
  kind: 'ready'
}

/** A process that reads PDFs: one request at a time, one answer each. It bounds time and memory of a document itself. */
export interface TextProcess {
  send(request: TextRequest): void
  onAnswer(listener: (answer: TextAnswer | TextReady) => void): void
  /** It ended, whatever ended it. */
  onExit(listener: () => void): void
  kill(): void
}

/** Starts one. */
export type TextProcessPort = () => TextProcess
