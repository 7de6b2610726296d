import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import base from '../../ui/base/base.module.css'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import styles from '../SettingsScreen.module.css'
import { SECTIONS } from './sections.ts'
import { type Section, settingsStore } from '../../client/settings-store.ts'
import { useIsSectionHidden } from './use-section-commands.ts'

interface SettingsSectionProps {
  readonly section: Section
  /** Its purpose, in a sentence. */
  readonly about: string
  readonly children: ReactNode
}

/** A section of the settings, with its last failure. */
export function SettingsSection({ section, about, children }: SettingsSectionProps): ReactNode {
  const failed = useStore(settingsStore, (state) => state.failure)
  const titleId = `settings-${section}`
  return (
    <section
      data-section={section}
      aria-labelledby={titleId}
      className={styles.section}
      tabIndex={-1}
      // Hidden rather than left out, so that what is being edited in it stays.
      hidden={useIsSectionHidden(section)}
    >
      <h2 id={titleId}>{SECTIONS.find((one) => one.section === section)?.title}</h2>
      <p className={base.muted}>{about}</p>
      {failed?.section === section && <FailureNotice failure={failed.failure} />}
      {children}
    </section>
  )
}
