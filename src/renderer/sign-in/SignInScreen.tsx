import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { type DeskState, useDesk } from '../client/desk-store.ts'
import { Logo } from '../frame/Logo.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Banner, FailureNotice } from '../ui/feedback/Banner.tsx'
import { signInStore } from './sign-in-store.ts'
import { SignInFields } from './SignInFields.tsx'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** Signs in: saved accounts, the form and the demo. */
export function SignInScreen(): ReactNode {
  const accounts = useDesk((desk) => desk.accounts)
  const demo = useDesk((desk) => desk.demo)
  const version = useDesk((desk) => desk.version)
  const isSignedIn = useDesk((desk) => desk.session !== null)
  const { failure, environment } = useStore(signInStore)
  return (
    <main className={styles.screen}>
      {environment === 'test' && <div className={styles.band}>Test environment</div>}
      <div className={styles.sheet}>
        <header className={styles.header}>
          <Logo size="2.5rem" />
          <div>
            <h1>Parcel Desk</h1>
            <p>Find, read and file the documents of your parcels.</p>
          </div>
        </header>
        {isSignedIn && (
          <div>
            <Button variant="quiet" icon={ArrowLeft} onPress={actions.leave}>
              Back to the desk
            </Button>
          </div>
        )}
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
  const isBusy = useStore(signInStore, (form) => form.isBusy)
  const action = (
    <Button isDisabled={isBusy} onPress={() => void actions.signInToDemo(demo)}>
      Try the demo service
    </Button>
  )
  return (
    <Banner tone="info" title="No account at hand?" action={action}>
      It runs on this computer with invented parcels. Everything works as with a real service.
    </Banner>
  )
}

/** Without a keychain the account can still be used until the window is closed. */
function SessionOnly(): ReactNode {
  return <Button onPress={() => void actions.signInForThisSession()}>Sign in for this session only</Button>
}

/** The accounts whose passwords are in the keychain, one press each. */
function KnownAccounts({ accounts }: { readonly accounts: DeskState['accounts'] }): ReactNode {
  const isBusy = useStore(signInStore, (form) => form.isBusy)
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
            onPress={() => void actions.signInAs(profile)}
          >
            Sign in
          </Button>
        </div>
      ))}
    </section>
  )
}
