import { ChevronRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, VisuallyHidden } from 'react-aria-components'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { classes } from '../ui/base/classes.ts'
import { ENVIRONMENT_TITLES } from './environment-choice.ts'
import { type Account, isSending } from './sign-in-state.ts'
import { signInStore } from './sign-in-store.ts'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** The accounts whose passwords are in the keychain, one press each; the form is a press away. */
export function KnownAccounts({ accounts }: { readonly accounts: readonly Account[] }): ReactNode {
  const isBusy = useStore(signInStore, isSending)
  return (
    <>
      <section aria-label="Saved accounts" className={styles.accounts}>
        {accounts.map((account, index) => (
          <KnownAccount key={account.profile} account={account} isFirst={index === 0} />
        ))}
      </section>
      <div className={styles.others}>
        <Button variant="quiet" icon={Plus} isDisabled={isBusy} onPress={actions.openForm}>
          Another account…
        </Button>
        {isBusy ? <Button onPress={() => void actions.cancel()}>Cancel</Button> : <DemoButton variant="quiet" />}
      </div>
    </>
  )
}

function KnownAccount({ account, isFirst }: { readonly account: Account; readonly isFirst: boolean }): ReactNode {
  const { profile, username, baseUrl, environment } = account
  const isBusy = useStore(signInStore, ({ step }) => step.at === 'sending' && step.profile === profile)
  return (
    <AriaButton
      // One press is all that most mornings need.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirst}
      className={classes(styles.account)}
      onPress={() => void actions.signInAs(profile)}
    >
      <span className={styles.words}>
        <VisuallyHidden>Sign in as </VisuallyHidden>
        <strong>
          <bdi>{profile}</bdi>
        </strong>
        <span className={styles.address}>
          {username} · {baseUrl}
        </span>
      </span>
      <span className={classes(styles.environment, environment === 'test' && styles.test)}>
        {ENVIRONMENT_TITLES[environment]}
      </span>
      {isBusy ? 'Signing in…' : <Glyph icon={ChevronRight} />}
    </AriaButton>
  )
}

/** Signs in to the demo, where this host has one. */
export function DemoButton({ variant = 'plain' }: { readonly variant?: 'plain' | 'quiet' }): ReactNode {
  const demo = useDesk((desk) => desk.demo)
  if (demo === null) return null
  return (
    <Button variant={variant} onPress={() => void actions.signInToDemo(demo)}>
      Try the demo service
    </Button>
  )
}
