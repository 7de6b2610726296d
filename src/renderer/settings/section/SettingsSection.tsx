import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import styles from '../SettingsScreen.module.css'
import { type Section, settingsStore } from './settings-store.ts'

interface SettingsSectionProps {
  readonly section: Section
  readonly title: string
  /** Its purpose, in a sentence. */
  readonly about: string
  readonly children: ReactNode
}

export function sectionElementId(section: Section): string {
  return `settings-${section}`
}

/** A section of the settings, with its last failure. */
export function SettingsSection({ section, title, about, children }: SettingsSectionProps): ReactNode {
  const failed = useStore(settingsStore, (state) => state.failure)
  const id = sectionElementId(section)
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className={styles.muted}>{about}</p>
      {failed?.section === section && <FailureNotice failure={failed.failure} />}
      {children}
    </section>
  )
}
