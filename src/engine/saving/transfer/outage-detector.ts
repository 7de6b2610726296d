import type { Failure } from '../../../shared/errors/failure.ts'
import { formatDuration } from '../../../shared/text/format.ts'
import type { ClockPort } from '../../ports/clock.ts'

/** As many documents in a row without a connection after all their attempts mean that the service is gone … */
const GONE_AFTER_DOCUMENTS = 10
/** … but only after this long without a sign of life: a service takes a while to restart. */
const GONE_AFTER_MS = 20_000

/** Failed attempts in a row before the service counts as away; fewer may be the fault of single documents. */
const AWAY_AFTER_ATTEMPTS = 4

/** The same page in place of so many documents in a row is not about these documents: a portal or a gateway answers to all. */
const FOREIGN_AFTER_DOCUMENTS = 3

const OUTAGE_TAGS: ReadonlySet<string> = new Set<Failure['tag']>([
  'service-unreachable',
  'connection-lost',
  'timed-out',
  'service-failing',
])

/** True for transient failures to reach the service; not for a refused password (T31). */
export function isOutage(tag: string): boolean {
  return OUTAGE_TAGS.has(tag)
}

type NotWhole = Extract<Failure, { tag: 'not-a-whole-pdf' }>

/** Whether somebody answered, but not known to be the service. */
function isPage(failure: Failure): failure is NotWhole {
  return failure.tag === 'not-a-whole-pdf' && failure.instead === 'page'
}

/** Distinguishes a service that is gone from documents that it cannot deliver. */
export interface OutageDetector {
  /**
   * Whether this page came for so many documents in a row that the service cannot be reached. Only first attempts tell: later,
   * documents of which each has its own page may follow each other.
   */
  isForeignPage(failure: NotWhole, from: { documentId: string; attempts: number }): boolean
  /** An attempt has failed. */
  noteFailedAttempt(failure: Failure): void
  /** True while every attempt fails: at once where no connection can be made, else after a few failures. */
  isAway(): boolean
  /** The service sent a document, or an answer that is not an outage. */
  noteAlive(): void
  /** A document has used up its attempts in a pass. True when the service counts as gone. */
  noteGivenUp(failure: Failure, pass: number): boolean
}

export function createOutageDetector(clock: ClockPort, goneAfterMs: number = GONE_AFTER_MS): OutageDetector {
  let exhaustedInARow = 0
  let failedInARow = 0
  let isUnreachable = false
  let aliveAtMs = clock.monotonicMs()
  let page = { words: '', documents: new Set<string>() }
  const alive = (): void => {
    page = { words: '', documents: new Set() }
    exhaustedInARow = 0
    failedInARow = 0
    isUnreachable = false
    aliveAtMs = clock.monotonicMs()
  }
  return {
    noteAlive: alive,
    isForeignPage: (failure, { documentId, attempts }) => {
      if (!isPage(failure)) return false
      const words = `${failure.reason} ${failure.said ?? ''}`
      if (attempts === 0) {
        if (page.words !== words) page = { words, documents: new Set() }
        page.documents.add(documentId)
      }
      return page.words === words && page.documents.size >= FOREIGN_AFTER_DOCUMENTS
    },
    noteFailedAttempt: (failure) => {
      if (!isOutage(failure.tag)) {
        if (!isPage(failure)) alive()
        return
      }
      failedInARow += 1
      isUnreachable ||= failure.tag === 'service-unreachable'
    },
    isAway: () => isUnreachable || failedInARow >= AWAY_AFTER_ATTEMPTS,
    noteGivenUp: (failure, pass) => {
      if (!isOutage(failure.tag)) {
        if (!isPage(failure)) alive()
        return false
      }
      exhaustedInARow += 1
      // In the second pass only difficult documents are left, whose failures say nothing about the service; but that it
      // cannot be reached counts even in a job of one document.
      if (pass > 1) return failure.tag === 'service-unreachable'
      if (exhaustedInARow < GONE_AFTER_DOCUMENTS) return false
      return clock.monotonicMs() - aliveAtMs >= goneAfterMs
    },
  }
}

/** The note of a job whose service does not answer, with a countdown to the next try. */
export function outageNote(nextTryInMs: number | undefined): string {
  const seconds = Math.ceil((nextTryInMs ?? 0) / 1000)
  if (seconds <= 0) return 'waiting for the service, trying now'
  return `waiting for the service, next try in ${formatDuration(seconds * 1000)}`
}
