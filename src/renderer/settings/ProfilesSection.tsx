import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { signInStore } from '../sign-in/sign-in-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Chip } from '../ui/fields/ChipList.tsx'
import { RemoveDialog } from './section/RemoveDialog.tsx'
import { settingsStore } from './section/settings-store.ts'
import { SettingsRow } from './section/SettingsRow.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** The accounts known to this installation. */
export function ProfilesSection({ onAddProfile }: { readonly onAddProfile: () => void }): ReactNode {
  const accounts = useDesk((desk) => desk.accounts)
  const [removed, setRemoved] = useState<string>()
  return (
    <SettingsSection
      section="profiles"
      title="Profiles"
      about="Each has an address, a user and a password in the keychain of this computer."
    >
      {accounts.length === 0 ? (
        <p>No profile yet. Without one you stay signed in until the window is closed.</p>
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
      <RemoveDialog
        name={removed}
        kind="profile"
        onRemove={() => removed !== undefined && remove(removed)}
        onClose={() => setRemoved(undefined)}
      >
        <p>
          Its password is removed from the keychain and has to be typed again to sign in. Saved documents and unfinished
          saves stay; saves of this account continue once it is signed in again.
        </p>
      </RemoveDialog>
    </SettingsSection>
  )
}

function remove(profile: string): void {
  void settingsStore.actions.attempt('profiles', async (call) => {
    await call('accounts.removeProfile', { profile })
  })
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
  const isBusy = useStore(signInStore, (form) => form.isBusy)
  return (
    <SettingsRow
      actions={
        <>
          {!isOpen && (
            <Button
              isPending={isBusy}
              aria-label={`Sign in as ${profile}`}
              onPress={() => void signInStore.actions.switchTo(profile)}
            >
              {isBusy ? 'Signing in…' : 'Sign in'}
            </Button>
          )}
          <Button variant="quiet" aria-label={`Remove ${profile}`} onPress={onRemove}>
            Remove…
          </Button>
        </>
      }
    >
      <p className={styles.name}>
        {profile} {environment === 'test' && <Chip tone="warning">Test</Chip>}{' '}
        {isOpen && <Chip tone="success">Signed in</Chip>}
      </p>
      <p className={styles.muted}>{`${username} at ${baseUrl}`}</p>
    </SettingsRow>
  )
}
