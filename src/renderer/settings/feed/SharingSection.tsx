import type { ReactNode } from 'react'
import { call } from '../../client/desk-client.ts'
import { type FeedView, useDesk } from '../../client/desk-store.ts'
import { type Choice, RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { SettingsSection } from '../section/SettingsSection.tsx'
import { changeFeed } from '../../feed/change-feed.ts'

type Mode = FeedView['mode']

const MODES: readonly Choice<Mode>[] = [
  {
    id: 'own',
    title: 'A queue, for this desk only',
    description: 'What it takes reaches no other program, and is stored on this computer only.',
  },
  {
    id: 'streams',
    title: 'The firm’s streams',
    description: 'Your firm’s own RabbitMQ gives every message to every desk. For many desks.',
  },
]

/** One queue serves one program: the others read what the firm’s collector passes on, in streams. */
export function SharingSection(): ReactNode {
  const mode = useDesk(({ feed }) => feed?.view.mode)
  if (mode === undefined) return null
  return (
    <SettingsSection
      section="sharing"
      about="A queue gives each message to only one program. Many desks read the firm’s streams. Read and done marks are each desk’s own."
    >
      <RadioGroup
        label="This desk gets them from"
        choices={MODES}
        value={mode}
        onChange={(id) => void changeFeed('sharing', (sessionId) => call('feeds.setMode', { sessionId, mode: id }))}
      />
    </SettingsSection>
  )
}
