import type { ReactNode } from 'react'
import { call } from '../../client/desk-client.ts'
import { type FeedView, useDesk } from '../../client/desk-store.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { type Choice, RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { SettingsSection } from '../section/SettingsSection.tsx'
import settingsStyles from '../SettingsScreen.module.css'
import { changeFeed } from './change-feed.ts'

type Mode = FeedView['mode']

const MODES: readonly Choice<Mode>[] = [
  { id: 'own', title: 'This desk only', description: 'Messages are stored on this computer only.' },
  {
    id: 'collector',
    title: 'This desk collects for others',
    description: 'It takes messages from the queue and also writes each into a shared folder.',
  },
  {
    id: 'follower',
    title: 'This desk follows another',
    description:
      'It reads what the other desk writes, and takes nothing from the queue. Its read and done marks are its own.',
  },
]

/** Several desks on one queue: one takes the messages, the others read along. */
export function SharingSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const { mode, journalFolder, journal } = view
  return (
    <SettingsSection
      section="sharing"
      about="A queue gives each message to only one program. One desk can collect them for all, through a folder that the others can read."
    >
      <RadioGroup
        label="Where messages go"
        choices={MODES}
        value={mode}
        onChange={(id) => void changeFeed('sharing', (sessionId) => call('feeds.setMode', { sessionId, mode: id }))}
      />
      {journalFolder !== null && mode !== 'own' && (
        <p>
          Shared folder: <span className={settingsStyles.path}>{journalFolder}</span>
        </p>
      )}
      {journal !== null && <Banner tone={journal.isTrouble ? 'warning' : 'info'} title={journal.sentence} />}
    </SettingsSection>
  )
}
