import type { FeedView } from '../../client/desk-store.ts'

type QueueStatus = NonNullable<FeedView['followed'][number]['queue']>
type CheckStatus = FeedView['followed'][number]['check']
export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

interface Look {
  readonly word: string
  readonly tone: Tone
}

/** How a queue stands, in a word; the sentence beside it says the rest. */
export const QUEUE_LOOKS: Readonly<Record<QueueStatus['state'], Look>> = {
  off: { word: 'Off', tone: 'neutral' },
  connecting: { word: 'Connecting', tone: 'neutral' },
  live: { word: 'Live', tone: 'success' },
  waiting: { word: 'Waiting', tone: 'warning' },
  blocked: { word: 'Held back', tone: 'warning' },
  refused: { word: 'Refused', tone: 'danger' },
  'queue-missing': { word: 'No such queue', tone: 'danger' },
  cancelled: { word: 'Cancelled', tone: 'warning' },
  'not-stored': { word: 'Not stored', tone: 'danger' },
}

export const CHECK_LOOKS: Readonly<Record<CheckStatus['state'], Look>> = {
  never: { word: 'Not checked', tone: 'neutral' },
  running: { word: 'Checking', tone: 'neutral' },
  done: { word: 'Checked', tone: 'success' },
  failed: { word: 'Not checked', tone: 'danger' },
  'not-signed-in': { word: 'Not signed in', tone: 'warning' },
}
