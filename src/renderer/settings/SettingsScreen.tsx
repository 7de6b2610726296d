import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import { chooseAppearance } from './appearance.ts'
import { AppearanceSection } from './AppearanceSection.tsx'
import { DiagnosticsSection, openLogFolder, saveSupportBundle } from './DiagnosticsSection.tsx'
import { AlertsSection } from './feed/alerts/AlertsSection.tsx'
import { BackgroundSection } from './feed/BackgroundSection.tsx'
import { ChecksSection } from './feed/ChecksSection.tsx'
import { FollowedSection } from './feed/FollowedSection.tsx'
import { QueuesSection } from './feed/queues/QueuesSection.tsx'
import { RulesSection } from './feed/rules/RulesSection.tsx'
import { SharingSection } from './feed/SharingSection.tsx'
import { FoldersSection } from './FoldersSection.tsx'
import { PatternsSection } from './PatternsSection.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { SavingSection } from './SavingSection.tsx'
import { type Section, settingsStore } from './section/settings-store.ts'
import { sectionElementId } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'
import { SizesSection } from './SizesSection.tsx'

/** The settings’ actions, for the palette. */
export function useSettingsCommands(onAddProfile: () => void): void {
  const offer = (id: string, title: string, run: () => void): CommandOffer => ({
    id: `settings.${id}`,
    title,
    group: 'Settings',
    run,
  })
  useCommands([
    offer('addProfile', 'Add a profile…', onAddProfile),
    offer('appearanceSystem', 'Appearance: as the system', () => void chooseAppearance('system')),
    offer('appearanceLight', 'Appearance: light', () => void chooseAppearance('light')),
    offer('appearanceDark', 'Appearance: dark', () => void chooseAppearance('dark')),
    offer('openLogFolder', 'Open log folder', () => void openLogFolder()),
    offer('saveBundle', 'Save support bundle…', () => void saveSupportBundle()),
  ])
}

interface SettingsScreenProps {
  /** Opens the sign-in form for another profile. */
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

/** Scrolls a section to the top and focuses it. */
function goTo(section: Section): void {
  const element = document.getElementById(sectionElementId(section))
  element?.focus({ preventScroll: true })
  // Scrolls only its own scroller: `scrollIntoView` and links would move the whole window too.
  element?.parentElement?.scrollTo({ top: element.offsetTop - SPACE_ABOVE_PX })
}

/** All settings on one page; each change takes effect at once. */
export function SettingsScreen({ onAddProfile }: SettingsScreenProps): ReactNode {
  useSettingsCommands(onAddProfile)
  useEffect(() => settingsStore.actions.open(), [])
  useRequestedSection()
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

/** Goes to the section that another place requested. */
function useRequestedSection(): void {
  const section = useStore(settingsStore, (state) => state.requestedSection)
  useEffect(() => {
    if (section === undefined) return
    goTo(section)
    settingsStore.setState({ requestedSection: undefined })
  }, [section])
}
