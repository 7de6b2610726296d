import { FolderOpen, PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useLocked } from '../client/desk-store.ts'
import { saveSupportBundle } from '../client/notify.ts'
import { useAttempt } from '../client/use-attempt.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { Button } from '../ui/actions/Button.tsx'
import base from '../ui/base/base.module.css'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { Chip } from '../ui/fields/ChipList.tsx'
import { LockedNote } from '../ui/fields/LockedField.tsx'
import { Fact, Facts } from '../ui/layout/Facts.tsx'
import { type Diagnostics, settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'

export async function saveBundle(): Promise<void> {
  await settingsStore.actions.attempt('diagnostics', saveSupportBundle)
}

export async function openLogFolder(): Promise<void> {
  await settingsStore.actions.attempt('diagnostics', (call) => call('diagnostics.openLogFolder', {}))
}

/** What support will ask for. */
export function DiagnosticsSection(): ReactNode {
  const diagnostics = useStore(settingsStore, (state) => state.diagnostics)
  const { attempt, isBusy } = useAttempt()
  const forbiddenBy = useLocked('supportBundle')
  return (
    <SettingsSection
      section="diagnostics"
      about="For support when something does not work. Nothing is ever sent automatically."
    >
      {diagnostics === undefined ? (
        <SkeletonRows label="Reading diagnostics" rows={4} columnsRem={[8, 20]} />
      ) : (
        <DiagnosticFacts diagnostics={diagnostics} />
      )}
      <div className={base.buttons}>
        <CommandButton id="settings.openLogFolder" icon={FolderOpen} />
        {forbiddenBy === undefined && (
          <Button icon={PackageOpen} isDisabled={isBusy} onPress={() => attempt(saveBundle)}>
            Save support bundle…
          </Button>
        )}
      </div>
      <p className={base.muted}>
        {forbiddenBy === undefined
          ? 'The bundle is a zip with versions, settings, checks of databases and network, records of crashes and the log. It holds no password and no document.'
          : 'A bundle for support cannot be saved on this computer.'}
      </p>
      {forbiddenBy !== undefined && <LockedNote by={forbiddenBy} />}
    </SettingsSection>
  )
}

function DiagnosticFacts({ diagnostics }: { readonly diagnostics: Diagnostics }): ReactNode {
  const { versions, dataFolder, logFolder, keychain, host } = diagnostics
  return (
    <>
      <Facts>
        <Fact name="Runs as">{host === 'desktop' ? 'Desktop application' : 'Browser shell, for development'}</Fact>
        {versions.map(({ name, version }) => (
          <Fact key={name} name={name}>
            {version}
          </Fact>
        ))}
        <Fact name="Data folder" isMono>
          {dataFolder}
        </Fact>
        <Fact name="Log folder" isMono>
          {logFolder}
        </Fact>
        <Fact name="Keychain">
          {keychain.isAvailable ? <Chip tone="success">Available</Chip> : <Chip tone="warning">Not available</Chip>}
        </Fact>
      </Facts>
      {keychain.failure !== null && <FailureNotice failure={keychain.failure} />}
    </>
  )
}
