import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration } from '../../../shared/text/format.ts'
import type { FeedView } from '../../client/desk-store.ts'
import { Chip } from '../../ui/fields/ChipList.tsx'
import { QUEUE_LABELS } from './feed-words.ts'
import styles from './feeds.module.css'

type Followed = FeedView['followed'][number]

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

interface QueueLineProps {
  readonly queue: NonNullable<Followed['queue']>
  readonly isStream?: boolean
}

/** The state of a queue or stream, in a word and a sentence. */
export function QueueLine({ queue, isStream = false }: QueueLineProps): ReactNode {
  const { state, sentence, nextTryAt, otherConsumers } = queue
  const { word, tone } = QUEUE_LABELS[state]
  return (
    <p className={styles.status}>
      <Chip tone={tone}>{isStream && state === 'queue-missing' ? 'No such stream' : word}</Chip>
      <span>
        {sentence} {nextTryAt !== null && <Countdown to={nextTryAt} before="Next try in" />}
        {state === 'live' && <LiveFor since={queue.since} />}
      </span>
      {otherConsumers !== null && otherConsumers > 0 && (
        <span className={styles.warning}>
          {otherConsumers === 1 ? 'Another program takes' : `${otherConsumers} other programs take`} messages from this
          queue too: each message reaches only one of them.
        </span>
      )}
    </p>
  )
}

/** “Live for 3 h 20 min.”, to the minute. */
function LiveFor({ since }: { readonly since: string }): ReactNode {
  const liveMs = useNow(MINUTE_MS) - Date.parse(since)
  return liveMs < MINUTE_MS ? 'Live for less than a minute.' : `Live for ${formatDuration(wholeMinutes(liveMs))}.`
}

function wholeMinutes(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS
}

/** The time of this computer, read again after each gap. */
function useNow(gapMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), gapMs)
    return () => clearInterval(timer)
  }, [gapMs])
  return now
}

/** “Next try in 12 s”, counting down; empty once the time has come. */
export function Countdown({ to, before }: { readonly to: string; readonly before: string }): ReactNode {
  const leftMs = Date.parse(to) - useNow(SECOND_MS)
  return leftMs <= 0 ? null : `${before} ${formatDuration(leftMs)}`
}
