import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Form } from 'react-aria-components'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { classes } from '../ui/base/classes.ts'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { cancelSignIn, changeForm, chooseCaFile, signInForm, submitForm, suggestedProfile } from './sign-in-form.ts'
import styles from './SignInScreen.module.css'

/** A new account; the button is free as soon as there is something to send. */
export function SignInFields({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const { baseUrl, username, password, isBusy } = useStore(signInForm)
  const isReady = baseUrl.trim() !== '' && username.trim() !== '' && password !== '' && !isBusy
  const form = useRef<HTMLFormElement>(null)
  useWantedFocus(form)
  return (
    <Form
      ref={form}
      className={classes(styles.form)}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submitForm()
      }}
    >
      {!isFirst && <h2>Another account</h2>}
      <Where isFirst={isFirst} />
      <Who />
      <Kept />
      <More />
      <div className={styles.footer}>
        {isBusy && <Button onPress={() => void cancelSignIn()}>Cancel</Button>}
        {/* Pending and not disabled while it works, or the keyboard would fall off it. */}
        <Button type="submit" name="signIn" variant="primary" isPending={isBusy} isDisabled={!isReady && !isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </div>
    </Form>
  )
}

/** After a refusal: to what has to be mended, its text selected, so that typing replaces it. */
function useWantedFocus(form: RefObject<HTMLFormElement | null>): void {
  const wanted = useStore(signInForm, ({ wantsFocus }) => wantsFocus)
  useEffect(() => {
    if (wanted === null) return
    const control = form.current?.elements.namedItem(wanted)
    if (control instanceof HTMLElement) control.focus()
    if (control instanceof HTMLInputElement) control.select()
    signInForm.setState({ wantsFocus: null })
  }, [form, wanted])
}

function Where({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const { environment, baseUrl } = useStore(signInForm)
  return (
    <>
      <Segmented
        label="Environment"
        choices={[
          { id: 'production', title: 'Production' },
          { id: 'test', title: 'Test' },
        ]}
        value={environment}
        onChange={(chosen) => changeForm({ environment: chosen })}
      />
      <TextField
        name="baseUrl"
        label="Address of the service"
        description="As you were given it, such as https://exchange.example.com"
        value={baseUrl}
        onChange={(typed) => changeForm({ baseUrl: typed })}
        // On the first start there is nothing else to do, and nothing before it to read.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        isMono
      />
    </>
  )
}

function Who(): ReactNode {
  const { username, password } = useStore(signInForm)
  return (
    <div className={styles.pair}>
      <TextField
        label="User name"
        value={username}
        onChange={(typed) => changeForm({ username: typed })}
        autoComplete="username"
      />
      <PasswordField
        name="password"
        label="Password"
        value={password}
        onChange={(typed) => changeForm({ password: typed })}
      />
    </div>
  )
}

function Kept(): ReactNode {
  const { isKept, profile, baseUrl, username } = useStore(signInForm)
  return (
    <>
      <Checkbox isSelected={isKept} onChange={(chosen) => changeForm({ isKept: chosen })}>
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
          onChange={(name) => changeForm({ profile: name })}
        />
      )}
    </>
  )
}

/** What the service's people tell those whom it concerns. */
function More(): ReactNode {
  const { credentialForm, caFile } = useStore(signInForm)
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
        onChange={(chosen) => changeForm({ credentialForm: chosen })}
      />
      <div className={styles.certificate}>
        <span>Extra certificate authority: {caFile?.name ?? 'none'}</span>
        <Button variant="quiet" onPress={() => void chooseCaFile()}>
          Choose a file…
        </Button>
        {caFile !== null && (
          <Button variant="quiet" onPress={() => changeForm({ caFile: null })}>
            Use none
          </Button>
        )}
      </div>
    </details>
  )
}
