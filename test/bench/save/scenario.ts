import type { SiteShape } from './bench-site.ts'

export interface Scenario {
  id: string
  title: string
  /** Per answer of the service, documents and all others alike. */
  delayMs: number
  isEncrypted: boolean
  shape: SiteShape
}

export const ANSWER_DELAY_MS = 25
const manySets = { sets: 100, documentsPerSet: 20, smallestBytes: 120_000, maxBytes: 180_000 }

export function documentsOf(documents: number, documentsPerSet: number): SiteShape {
  return { sets: documents / documentsPerSet, documentsPerSet, smallestBytes: 50_000, maxBytes: 70_000 }
}

const plain: Scenario = { id: 'plain', title: 'Loopback, no delay', delayMs: 0, isEncrypted: false, shape: manySets }
const delay = { ...plain, id: 'delay', title: `${ANSWER_DELAY_MS} ms of delay per answer`, delayMs: ANSWER_DELAY_MS }
const tls = { ...delay, id: 'tls', title: `TLS, ${ANSWER_DELAY_MS} ms of delay per answer`, isEncrypted: true }

export const likeForLike: readonly Scenario[] = [plain, delay, tls]

/** A service that is far away is asked for fewer and smaller documents, or a round would take many minutes. */
export const nearAndFar: readonly Scenario[] = [plain, delay, farAway(100), farAway(250)]

function farAway(delayMs: number): Scenario {
  const title = `${delayMs} ms of delay per answer, 1,002 documents of 60 kB`
  return { id: `far-${delayMs}`, title, delayMs, isEncrypted: false, shape: documentsOf(1002, 6) }
}
