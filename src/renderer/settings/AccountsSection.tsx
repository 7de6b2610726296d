import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { type Session, useDesk } from '../client/desk-store.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { TestButton, TestResult } from '../connection-test/ConnectionTest.tsx'
import { removeAccount } from '../sign-in/end-session.ts'
import { signInStore } from '../sign-in/sign-in-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import base from '../ui/base/base.module.css'
import { Chip } from '../ui/fields/ChipList.tsx'
import { accountSubject, PASSING, sessionTest } from './section/test-current.ts'
import { RemoveDialog, SettingsRow } from './section/SettingsRow.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** The accounts known to this installation. */
export function AccountsSection(): ReactNode {
  const accounts = useDesk((desk) => desk.accounts)
  const passing = useDesk(({ session }) => (session?.profile === null ? session : null))
  const [removed, setRemoved] = useState<{ readonly name: string }>()
  return (
    <SettingsSection
      section="accounts"
      about="Each has an address, a user and a password in the keychain of this computer."
    >
      {(accounts.length > 0 || passing !== null) && (
        <ul className={styles.rows}>
          {passing !== null && <PassingRow session={passing} />}
          {accounts.map((account) => (
            <AccountRow
              key={account.profile}
              account={account}
              onRemove={() => setRemoved({ name: account.profile })}
            />
          ))}
        </ul>
      )}
      <div>
        <CommandButton id="settings.addAccount" icon={Plus} />
      </div>
      <RemoveDialog
        removed={removed}
        kind="account"
        onRemove={({ name }) => removeAccount(name)}
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

/** Signed in for this session only: it is not kept, and can be tested all the same. */
function PassingRow({ session }: { readonly session: Session }): ReactNode {
  const { sessionId, username, baseUrl } = session
  const test = <TestButton variant="quiet" subject={PASSING} request={() => sessionTest(sessionId)} />
  return (
    <SettingsRow actions={test} below={<TestResult subject={PASSING} />}>
      <p className={styles.name}>
        For this session only <Chip tone="success">Signed in</Chip>
      </p>
      <p className={base.muted}>{`${username} at ${baseUrl}. It is forgotten when the window is closed.`}</p>
    </SettingsRow>
  )
}

interface Account {
  readonly profile: string
  readonly environment: 'test' | 'production'
  readonly baseUrl: string
  readonly username: string
}

function AccountRow({ account, onRemove }: { readonly account: Account; readonly onRemove: () => void }): ReactNode {
  const { profile, environment, baseUrl, username } = account
  const isOpen = useDesk((desk) => desk.session?.profile === profile)
  const isBusy = useStore(signInStore, ({ step }) => step.at === 'sending' && step.profile === profile)
  return (
    <SettingsRow
      below={<TestResult subject={accountSubject(profile)} />}
      actions={
        <>
          <TestButton
            variant="quiet"
            subject={accountSubject(profile)}
            label={`Test connection of ${profile}`}
            request={() => ({ method: 'connections.testService', input: { target: { kind: 'profile', profile } } })}
          />
          {!isOpen && (
            <Button
              {...(isBusy ? {} : { 'aria-label': `Sign in as ${profile}` })}
              onPress={() => void signInStore.actions.signInAs(profile)}
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
      <p className={base.muted}>{`${username} at ${baseUrl}`}</p>
    </SettingsRow>
  )
}
