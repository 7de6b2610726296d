import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Form } from 'react-aria-components'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { classes } from '../ui/base/classes.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { signInStore, suggestedProfile } from './sign-in-store.ts'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** Signs in with a new account; the button is enabled once the form is filled in. */
export function SignInFields({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const { baseUrl, username, password, isBusy } = useStore(signInStore)
  const isReady = baseUrl.trim() !== '' && username.trim() !== '' && password !== '' && !isBusy
  const form = useRef<HTMLFormElement>(null)
  useFocusTarget(form)
  return (
    <Form
      ref={form}
      className={classes(styles.form)}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void actions.submit()
      }}
    >
      {!isFirst && <h2>Another account</h2>}
      <ServiceFields isFirst={isFirst} />
      <CredentialFields />
      <KeepFields />
      <AdvancedFields />
      <div className={styles.footer}>
        {isBusy && <Button onPress={() => void actions.cancel()}>Cancel</Button>}
        {/* Pending rather than disabled while it works, or it would lose the focus. */}
        <Button type="submit" name="signIn" variant="primary" isPending={isBusy} isDisabled={!isReady && !isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </div>
    </Form>
  )
}

/** After a refusal: focuses the field to correct and selects its text, so that typing replaces it. */
function useFocusTarget(form: RefObject<HTMLFormElement | null>): void {
  const focusTarget = useStore(signInStore, (state) => state.focusTarget)
  useEffect(() => {
    if (focusTarget === null) return
    const control = form.current?.elements.namedItem(focusTarget)
    if (control instanceof HTMLElement) control.focus()
    if (control instanceof HTMLInputElement) control.select()
    signInStore.setState({ focusTarget: null })
  }, [form, focusTarget])
}

function ServiceFields({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const { environment, baseUrl } = useStore(signInStore)
  return (
    <>
      <Segmented
        label="Environment"
        choices={[
          { id: 'production', title: 'Production' },
          { id: 'test', title: 'Test' },
        ]}
        value={environment}
        onChange={(chosen) => actions.change({ environment: chosen })}
      />
      <TextField
        name="baseUrl"
        label="Address of the service"
        description="As you were given it, such as https://exchange.example.com"
        value={baseUrl}
        onChange={(typed) => actions.change({ baseUrl: typed })}
        // On the first start there is nothing else to do, and nothing to read first.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        isMono
      />
    </>
  )
}

function CredentialFields(): ReactNode {
  const { username, password } = useStore(signInStore)
  return (
    <div className={styles.pair}>
      <TextField
        label="User name"
        value={username}
        onChange={(typed) => actions.change({ username: typed })}
        autoComplete="username"
      />
      <PasswordField
        name="password"
        label="Password"
        value={password}
        onChange={(typed) => actions.change({ password: typed })}
      />
    </div>
  )
}

function KeepFields(): ReactNode {
  const { isKept, profile, baseUrl, username } = useStore(signInStore)
  return (
    <>
      <Checkbox isSelected={isKept} onChange={(chosen) => actions.change({ isKept: chosen })}>
        <span>
          Keep me signed in
          <span className={styles.hint}>
            {isKept
              ? 'The password goes into the keychain of this computer, nowhere else.'
              : 'The password is forgotten when the window is closed.'}
          </span>
        </span>
      </Checkbox>
      {isKept && (
        <TextField
          label="Name of the account here"
          placeholder={username === '' ? '' : suggestedProfile(baseUrl, username)}
          value={profile}
          onChange={(name) => actions.change({ profile: name })}
        />
      )}
    </>
  )
}

/** Settings that the operator of the service gives to those who need them. */
function AdvancedFields(): ReactNode {
  const { credentialForm, caFile } = useStore(signInStore)
  return (
    <details className={styles.more}>
      <summary>More</summary>
      <Segmented
        label="How the password is sent"
        choices={[
          { id: 'basic', title: 'Basic' },
          { id: 'headers', title: 'Username and Password headers' },
        ]}
        value={credentialForm}
        onChange={(chosen) => actions.change({ credentialForm: chosen })}
      />
      <div className={styles.certificate}>
        <span>Extra certificate authority: {caFile?.name ?? 'none'}</span>
        <Button variant="quiet" onPress={() => void actions.chooseCaFile()}>
          Choose a file…
        </Button>
        {caFile !== null && (
          <Button variant="quiet" onPress={() => actions.change({ caFile: null })}>
            Use none
          </Button>
        )}
      </div>
    </details>
  )
}
