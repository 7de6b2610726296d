import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { CertificatesBanner } from '../frame/CertificatesBanner.tsx'
import { Logo } from '../frame/Logo.tsx'
import { TestBand } from '../frame/TestBand.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Banner, FailureNotice } from '../ui/feedback/Banner.tsx'
import { environmentOf } from './environment-choice.ts'
import { ConnectionTest } from './MoreFields.tsx'
import { DemoButton, KnownAccounts } from './KnownAccounts.tsx'
import { failureIn } from './sign-in-state.ts'
import { signInStore } from './sign-in-store.ts'
import { SignInFields } from './SignInFields.tsx'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** Signs in: by a saved account if there is one, and otherwise by the form; the demo comes first on a first run. */
export function SignInScreen(): ReactNode {
  const accounts = useDesk((desk) => desk.accounts)
  const version = useDesk((desk) => desk.version)
  const endedBecause = useDesk((desk) => desk.endedBecause)
  const failure = useStore(signInStore, failureIn)
  const isTest = useStore(signInStore, ({ form }) => environmentOf(form) === 'test')
  const hasForm = useStore(signInStore, ({ isFormOpen }) => isFormOpen) || accounts.length === 0
  return (
    <main className={styles.screen}>
      {hasForm && isTest && (
        <div className={styles.band}>
          <TestBand />
        </div>
      )}
      <div className={styles.sheet}>
        <header className={styles.header}>
          <Logo size="2.5rem" />
          <div>
            <h1>Parcel Desk</h1>
            <p>Find, read and file the documents of your parcels.</p>
          </div>
        </header>
        <WayBack hasForm={hasForm} />
        <CertificatesBanner />
        {endedBecause !== null && (
          <Banner tone="warning" title="You were signed out">
            {endedBecause}
          </Banner>
        )}
        {failure !== null && (
          <FailureNotice
            failure={failure}
            action={failure.tag === 'keychain-unavailable' ? <SessionOnly /> : undefined}
          />
        )}
        {failure !== null && hasForm && <ConnectionTest />}
        {hasForm ? <FormOrDemo isFirstRun={accounts.length === 0} /> : <KnownAccounts accounts={accounts} />}
      </div>
      <p className={styles.version}>Version {version}</p>
    </main>
  )
}

/** To the desk if it is still open, or from the form to the saved accounts. */
function WayBack({ hasForm }: { readonly hasForm: boolean }): ReactNode {
  const isSignedIn = useDesk((desk) => desk.session !== null)
  const hasAccounts = useDesk((desk) => desk.accounts.length > 0)
  if (!isSignedIn && !(hasForm && hasAccounts)) return null
  return (
    <div>
      <Button variant="quiet" icon={ArrowLeft} onPress={actions.leave}>
        {isSignedIn ? 'Back to the desk' : 'Saved accounts'}
      </Button>
    </div>
  )
}

function FormOrDemo({ isFirstRun }: { readonly isFirstRun: boolean }): ReactNode {
  const isSignedIn = useDesk((desk) => desk.session !== null)
  const demo = useDesk((desk) => desk.demo)
  const known = useStore(signInStore, ({ form }) => form.known)
  const hasFailed = useStore(signInStore, failureIn) !== null
  const isNewcomer = isFirstRun && !isSignedIn
  return (
    <>
      {isNewcomer && demo !== null && !hasFailed && (
        <Banner tone="info" title="New here?" action={<DemoButton />}>
          The demo runs on this computer with invented parcels, and works as a real service does.
        </Banner>
      )}
      <SignInFields heading={isNewcomer ? undefined : headingFor(known)} />
    </>
  )
}

function headingFor(known: string | null): string {
  return known === null ? 'Another account' : `Sign in as ${known}`
}

/** Without a keychain the account can still be used until the window is closed. */
function SessionOnly(): ReactNode {
  return <Button onPress={() => void actions.signInForThisSession()}>Sign in for this session only</Button>
}
