import type { ReactNode } from 'react'
import { call } from '../../client/desk-client.ts'
import { type FeedView, useDesk, useLocked } from '../../client/desk-store.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { LockedField } from '../../ui/fields/LockedField.tsx'
import { type Choice, RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { SettingsSection } from '../section/SettingsSection.tsx'
import settingsStyles from '../SettingsScreen.module.css'
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
  {
    id: 'collector',
    title: 'A queue, and this desk collects for others',
    description: 'It also writes each message into a shared folder that other desks follow.',
  },
  {
    id: 'follower',
    title: 'The shared folder of another desk',
    description: 'It reads what the other desk writes, and takes nothing from the queue.',
  },
]

/** One queue serves one program: the others read what that one passes on, in a folder or in the firm’s streams. */
export function SharingSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  const by = useLocked('journalFolder')
  if (view === undefined) return null
  const { mode, journalFolder, journal } = view
  return (
    <SettingsSection
      section="sharing"
      about="A queue gives each message to only one program. Other desks read a shared folder or the firm’s streams. Read and done marks are each desk’s own."
    >
      <RadioGroup
        label="This desk gets them from"
        choices={MODES}
        value={mode}
        onChange={(id) => void changeFeed('sharing', (sessionId) => call('feeds.setMode', { sessionId, mode: id }))}
      />
      {by !== undefined && <LockedField label="Shared folder" isMono value={journalFolder ?? 'none'} by={by} />}
      {journalFolder !== null && by === undefined && (mode === 'collector' || mode === 'follower') && (
        <p>
          Shared folder: <span className={settingsStyles.path}>{journalFolder}</span>
        </p>
      )}
      {journal !== null && <Banner tone={journal.isTrouble ? 'warning' : 'info'} title={journal.sentence} />}
    </SettingsSection>
  )
}
