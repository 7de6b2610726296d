import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { DeskState } from '../state/desk-store.ts'
import { useDesk } from '../state/use-desk.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { KnownAccounts } from './KnownAccounts.tsx'
import { SignInFields } from './SignInFields.tsx'
import { signInForm, signInToDemo } from './sign-in-form.ts'
import styles from './SignInScreen.module.css'

/** Who is at the desk, and at which service. */
export function SignInScreen(): ReactNode {
  const accounts = useDesk((desk) => desk.accounts)
  const demo = useDesk((desk) => desk.demo)
  const version = useDesk((desk) => desk.version)
  const { failure, environment } = useStore(signInForm)
  return (
    <main className={styles.screen}>
      {environment === 'test' && <div className={styles.band}>Test environment</div>}
      <div className={styles.sheet}>
        <header className={styles.header}>
          <Mark />
          <div>
            <h1>Parcel Desk</h1>
            <p>Find, read and file the documents of your parcels.</p>
          </div>
        </header>
        {failure !== null && (
          <FailureNotice
            failure={failure}
            action={failure.tag === 'keychain-unavailable' ? <SessionOnly /> : undefined}
          />
        )}
        {accounts.length > 0 && <KnownAccounts accounts={accounts} />}
        <SignInFields isFirst={accounts.length === 0} />
        {demo !== null && <DemoOffer demo={demo} />}
      </div>
      <p className={styles.version}>Version {version}</p>
    </main>
  )
}

function DemoOffer({ demo }: { readonly demo: NonNullable<DeskState['demo']> }): ReactNode {
  const isBusy = useStore(signInForm, (form) => form.isBusy)
  const action = (
    <Button isDisabled={isBusy} onPress={() => void signInToDemo(demo)}>
      Try the demo service
    </Button>
  )
  return (
    <Banner tone="info" title="No account at hand?" action={action}>
      It runs on this computer and has invented parcels. Everything works as with a real service.
    </Banner>
  )
}

/** Where the keychain cannot be used the account can, until the window is closed. */
function SessionOnly(): ReactNode {
  return <Button onPress={() => signInForm.setState({ isKept: false, failure: null })}>Use this session only</Button>
}

/** The application's mark: a sheet with its corner turned, held by a seal. */
function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 40 40" className={styles.mark} aria-hidden>
      <path d="M9 4h15l8 8v24H9z" fill="var(--color-surface)" stroke="var(--color-accent)" strokeWidth="2.5" />
      <path d="M24 4v8h8" fill="none" stroke="var(--color-accent)" strokeWidth="2.5" />
      <path d="M14 18h12M14 23h12" stroke="var(--color-border)" strokeWidth="2.5" />
      <circle cx="26" cy="31" r="6" fill="var(--color-accent)" />
      <path d="m23.5 31 2 2 3.5-4" fill="none" stroke="var(--color-on-accent)" strokeWidth="1.8" />
    </svg>
  )
}
