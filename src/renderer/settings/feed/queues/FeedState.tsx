import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../../client/desk-client.ts'
import type { FeedView } from '../../../client/desk-store.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { changeFeed } from '../../../feed/change-feed.ts'

const TONES = { off: 'warning', connecting: 'info', live: 'success', trouble: 'warning' } as const
const BOTH = { connecting: 'Connecting', trouble: 'Not all messages arrive' } as const
const TITLES = {
  queues: { ...BOTH, off: 'Switched on, but nothing is taken yet', live: 'Messages are taken' },
  streams: { ...BOTH, off: 'Nothing is read yet', live: 'Messages are read' },
} as const

interface FeedStateProps {
  readonly view: FeedView
  /** Whose state it is, and where a failure is shown. */
  readonly section: 'queues' | 'streams'
}

/** What a feed does that is switched on, and what can be done about it. */
export function FeedState({ view, section }: FeedStateProps): ReactNode {
  const { health, followed, streams } = view
  const statuses = [...followed.map(({ queue }) => queue), ...streams.more.map(({ status }) => status)]
  const canTry = statuses.some((status) => status !== null && status.state !== 'live')
  const tryNow = (): void => void changeFeed(section, (sessionId) => call('feeds.tryNow', { sessionId }))
  const switchOff = (): void => void changeFeed(section, (sessionId) => call('feeds.switchOff', { sessionId }))
  return (
    <Banner
      tone={TONES[health.state]}
      title={TITLES[section][health.state]}
      action={
        <>
          {canTry && (
            <Button icon={RotateCw} onPress={tryNow}>
              Try now
            </Button>
          )}
          {section === 'queues' && <Button onPress={switchOff}>Switch off</Button>}
        </>
      }
    >
      {health.sentence}
    </Banner>
  )
}
