import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { AlertsSection } from './feed/alerts/AlertsSection.tsx'
import { BackgroundSection } from './feed/BackgroundSection.tsx'
import { ChecksSection } from './feed/ChecksSection.tsx'
import { FollowedSection } from './feed/FollowedSection.tsx'
import { QueuesSection } from './feed/queues/QueuesSection.tsx'
import { RulesSection } from './feed/rules/RulesSection.tsx'
import { SharingSection } from './feed/SharingSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { type Section, settingsStore } from './section/settings-store.ts'
import { DiagnosticsSection } from './DiagnosticsSection.tsx'
import { FoldersSection } from './FoldersSection.tsx'
import { PatternsSection } from './PatternsSection.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { SavingSection } from './SavingSection.tsx'
import { sectionElementId } from './section/SettingsSection.tsx'
import { SizesSection } from './SizesSection.tsx'
import { useSettingsCommands } from './use-settings-commands.ts'
import styles from './SettingsScreen.module.css'

interface SettingsScreenProps {
  /** Opens the sign-in for one more profile. */
  readonly onAddProfile: () => void
}

const SPACE_ABOVE_PX = 16

interface Group {
  readonly heading?: string
  readonly sections: readonly { readonly id: Section; readonly title: string }[]
}

const GROUPS: readonly Group[] = [
  {
    sections: [
      { id: 'profiles', title: 'Profiles' },
      { id: 'folders', title: 'Folders' },
      { id: 'patterns', title: 'Name patterns' },
      { id: 'saving', title: 'Saving' },
      { id: 'sizes', title: 'Sizes' },
    ],
  },
  {
    heading: 'Notifications',
    sections: [
      { id: 'followed', title: 'Followed customers' },
      { id: 'queues', title: 'Queues' },
      { id: 'checks', title: 'Checks by searching' },
      { id: 'alerts', title: 'Desktop notifications' },
      { id: 'rules', title: 'Rules that act' },
      { id: 'sharing', title: 'Sharing a queue' },
      { id: 'background', title: 'In the background' },
    ],
  },
  {
    heading: 'Application',
    sections: [
      { id: 'appearance', title: 'Appearance' },
      { id: 'diagnostics', title: 'Diagnostics' },
    ],
  },
]

/** Brings a section to the top, and the keyboard to it. */
function goTo(section: Section): void {
  const element = document.getElementById(sectionElementId(section))
  element?.focus({ preventScroll: true })
  // Of its own scroller alone: `scrollIntoView` and links would move the whole window as well.
  element?.parentElement?.scrollTo({ top: element.offsetTop - SPACE_ABOVE_PX })
}

/** Everything that can be set, on one page; each change holds at once. */
export function SettingsScreen({ onAddProfile }: SettingsScreenProps): ReactNode {
  useSettingsCommands(onAddProfile)
  useEffect(() => settingsStore.actions.open(), [])
  useWanted()
  return (
    <div className={styles.screen}>
      <Sections />
      <div className={styles.page}>
        <ProfilesSection onAddProfile={onAddProfile} />
        <FoldersSection />
        <PatternsSection />
        <SavingSection />
        <SizesSection />
        <FollowedSection />
        <QueuesSection />
        <ChecksSection />
        <AlertsSection />
        <RulesSection />
        <SharingSection />
        <BackgroundSection />
        <AppearanceSection />
        <DiagnosticsSection />
      </div>
    </div>
  )
}

function Sections(): ReactNode {
  return (
    <nav aria-label="Sections" className={styles.nav}>
      {GROUPS.map(({ heading, sections }) => (
        <div key={heading ?? ''} className={styles.group}>
          {heading !== undefined && <p>{heading}</p>}
          <ul aria-label={heading}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <button type="button" onClick={() => goTo(id)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Where another place sent the user. */
function useWanted(): void {
  const wanted = useStore(settingsStore, (state) => state.wanted)
  useEffect(() => {
    if (wanted === undefined) return
    goTo(wanted)
    settingsStore.setState({ wanted: undefined })
  }, [wanted])
}
