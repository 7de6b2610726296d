import { FolderOpen, PackageOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { Chip } from '../ui/fields/ChipList.tsx'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { openLogFolder, saveSupportBundle } from './diagnostics-actions.ts'
import { type Diagnostics, settingsStore } from './section/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** What somebody who helps will ask for. */
export function DiagnosticsSection(): ReactNode {
  const diagnostics = useStore(settingsStore, (state) => state.diagnostics)
  const [isSaving, setIsSaving] = useState(false)
  const saveBundle = async (): Promise<void> => {
    setIsSaving(true)
    await saveSupportBundle()
    setIsSaving(false)
  }
  return (
    <SettingsSection
      section="diagnostics"
      title="Diagnostics"
      about="For whoever helps when something does not work. Nothing is sent anywhere by itself."
    >
      {diagnostics === undefined ? (
        <SkeletonRows label="Reading diagnostics" rows={4} columnsRem={[8, 20]} />
      ) : (
        <Facts diagnostics={diagnostics} />
      )}
      <div className={styles.actions}>
        <Button icon={FolderOpen} onPress={() => void openLogFolder()}>
          Open log folder
        </Button>
        <Button icon={PackageOpen} isDisabled={isSaving} onPress={() => void saveBundle()}>
          Save support bundle…
        </Button>
      </div>
      <p className={styles.muted}>
        The bundle holds versions, settings and the log. It holds no password and no document.
      </p>
    </SettingsSection>
  )
}

function Facts({ diagnostics }: { readonly diagnostics: Diagnostics }): ReactNode {
  const { versions, dataFolder, logFolder, keychain, host } = diagnostics
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Runs as">{host === 'desktop' ? 'Desktop application' : 'Browser shell, for development'}</Fact>
        {versions.map(({ name, version }) => (
          <Fact key={name} name={name}>
            {version}
          </Fact>
        ))}
        <Fact name="Data folder">
          <span className={styles.path}>{dataFolder}</span>
        </Fact>
        <Fact name="Log folder">
          <span className={styles.path}>{logFolder}</span>
        </Fact>
        <Fact name="Keychain">
          {keychain.isAvailable ? <Chip tone="success">Can be used</Chip> : <Chip tone="warning">Cannot be used</Chip>}
        </Fact>
      </dl>
      {keychain.failure !== null && <FailureNotice failure={keychain.failure} />}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
