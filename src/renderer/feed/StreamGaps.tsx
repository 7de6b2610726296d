import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../client/desk-client.ts'
import type { FeedView } from '../client/desk-store.ts'
import { runFeedCommand } from './change-feed.ts'
import { Button } from '../ui/actions/Button.tsx'
import { exactMoment } from '../ui/base/words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { isolated } from '../../shared/text/plain-text.ts'

type Gaps = FeedView['streams']['gaps']

interface StreamGapsProps {
  readonly gaps: Gaps
  /** Gives the keyboard another place: that of the button is gone. */
  readonly onDismissed: () => void
}

/** What a stream no longer had when this desk read on, until the user has taken note of it. */
export function StreamGaps({ gaps, onDismissed }: StreamGapsProps): ReactNode {
  const newest = gaps.at(-1)
  if (newest === undefined) return null
  const dismiss = async (): Promise<void> => {
    await runFeedCommand((sessionId) => call('feeds.dismissGaps', { sessionId, upTo: newest.gapId }))
    onDismissed()
  }
  const isChecked = gaps.every((gap) => gap.isChecked)
  return (
    <Banner
      tone={isChecked ? 'info' : 'warning'}
      title={
        isChecked
          ? 'The firm’s streams were not as expected. A check by search was made since.'
          : 'The firm’s streams are not as expected'
      }
      action={
        <Button icon={Check} onPress={() => void dismiss()}>
          Take note
        </Button>
      }
    >
      {gaps.map(({ gapId, customerName, at, sentence }) => (
        <p key={gapId}>
          {exactMoment(at)}
          {customerName !== null && `, ${isolated(customerName)}`}: {sentence}
        </p>
      ))}
    </Banner>
  )
}
