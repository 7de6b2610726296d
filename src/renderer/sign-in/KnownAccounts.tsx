import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { DeskState } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { signInForm, signInAs } from './sign-in-form.ts'
import styles from './SignInScreen.module.css'

/** The accounts whose passwords are in the keychain: one press each. */
export function KnownAccounts({ accounts }: { readonly accounts: DeskState['accounts'] }): ReactNode {
  const isBusy = useStore(signInForm, (form) => form.isBusy)
  return (
    <section aria-label="Saved accounts" className={styles.accounts}>
      {accounts.map(({ profile, username, baseUrl, environment }, index) => (
        <div key={profile} className={styles.account}>
          <div>
            <strong>{profile}</strong>
            {environment === 'test' && <span className={styles.test}>Test</span>}
            <span className={styles.address}>
              {username} · {baseUrl}
            </span>
          </div>
          <Button
            // One press is all that most mornings need.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={index === 0}
            isPending={isBusy}
            aria-label={`Sign in as ${profile}`}
            onPress={() => void signInAs(profile)}
          >
            Sign in
          </Button>
        </div>
      ))}
    </section>
  )
}
