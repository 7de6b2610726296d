import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { signInForm, switchTo } from '../sign-in/sign-in-form.ts'
import { useDesk } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Chip } from '../ui/fields/ChipList.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { settingsStore } from './section/settings-store.ts'

/** The accounts that this installation knows. */
export function ProfilesSection({ onAddProfile }: { readonly onAddProfile: () => void }): ReactNode {
  const accounts = useDesk((desk) => desk.accounts)
  const [removed, setRemoved] = useState<string>()
  return (
    <SettingsSection
      section="profiles"
      title="Profiles"
      about="An address, a user and, in the keychain of this computer, the password."
    >
      {accounts.length === 0 ? (
        <p>No profile is kept. Whoever signs in stays signed in until the window is closed.</p>
      ) : (
        <ul className={styles.rows}>
          {accounts.map((account) => (
            <ProfileRow key={account.profile} account={account} onRemove={() => setRemoved(account.profile)} />
          ))}
        </ul>
      )}
      <div>
        <Button icon={Plus} onPress={onAddProfile}>
          Add a profile…
        </Button>
      </div>
      <RemoveProfileDialog profile={removed} onClose={() => setRemoved(undefined)} />
    </SettingsSection>
  )
}

interface Account {
  readonly profile: string
  readonly environment: 'test' | 'production'
  readonly baseUrl: string
  readonly username: string
}

function ProfileRow({ account, onRemove }: { readonly account: Account; readonly onRemove: () => void }): ReactNode {
  const { profile, environment, baseUrl, username } = account
  const isOpen = useDesk((desk) => desk.session?.profile === profile)
  const isBusy = useStore(signInForm, (form) => form.isBusy)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {profile} {environment === 'test' && <Chip tone="warning">Test</Chip>}{' '}
          {isOpen && <Chip tone="success">Signed in</Chip>}
        </p>
        <p className={styles.muted}>{`${username} at ${baseUrl}`}</p>
      </div>
      <div className={styles.actions}>
        {!isOpen && (
          <Button isPending={isBusy} aria-label={`Sign in as ${profile}`} onPress={() => void switchTo(profile)}>
            {isBusy ? 'Signing in…' : 'Sign in'}
          </Button>
        )}
        <Button variant="quiet" aria-label={`Remove ${profile}`} onPress={onRemove}>
          Remove…
        </Button>
      </div>
    </li>
  )
}

interface RemoveProfileDialogProps {
  /** Undefined while nothing is asked. */
  readonly profile: string | undefined
  readonly onClose: () => void
}

/** Asks before a profile goes: its password cannot be brought back. */
function RemoveProfileDialog({ profile, onClose }: RemoveProfileDialogProps): ReactNode {
  const remove = (): void => {
    onClose()
    if (profile === undefined) return
    void settingsStore.actions.attempt('profiles', async (call) => {
      await call('accounts.removeProfile', { profile })
    })
  }
  return (
    <Dialog
      title={`Remove the profile “${profile ?? ''}”?`}
      size="small"
      isAlert
      isOpen={profile !== undefined}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onPress={remove}>
            Remove the profile
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            Keep the profile
          </Button>
        </>
      }
    >
      <p>
        Its password goes from the keychain, and has to be typed again to sign in. Saved documents and unfinished saves
        stay; a save of this account goes on once it is signed in again.
      </p>
    </Dialog>
  )
}
