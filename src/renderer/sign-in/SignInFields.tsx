import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Form } from 'react-aria-components'
import { useStore } from 'zustand'
import { testWordIn } from '../../shared/text/addresses.ts'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { PasswordField, TextField } from '../ui/fields/TextField.tsx'
import { ENVIRONMENT_TITLES, environmentOf } from './environment-choice.ts'
import { ServiceChoice } from './ServiceChoice.tsx'
import { MoreFields } from './MoreFields.tsx'
import type { Step } from './sign-in-state.ts'
import { signInStore } from './sign-in-store.ts'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** Signs in by typing; the button is enabled once the form is filled in. `heading` is left out on the first run. */
export function SignInFields({ heading }: { readonly heading?: string | undefined }): ReactNode {
  const { baseUrl, username, password } = useStore(signInStore, ({ form }) => form)
  const step = useStore(signInStore, (state) => state.step)
  const isBusy = step.at === 'sending'
  const isReady = baseUrl.trim() !== '' && username.trim() !== '' && password !== '' && !isBusy
  const form = useRef<HTMLFormElement>(null)
  useFocusOf(step, form)
  return (
    <Form
      ref={form}
      className={classes(styles.form)}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void actions.submit()
      }}
    >
      {heading !== undefined && <h2>{heading}</h2>}
      <ServicePart />
      <CredentialFields />
      <MoreFields />
      {step.at === 'doubtful' ? (
        <Doubt {...step} />
      ) : (
        <div className={styles.footer}>
          {isBusy && <Button onPress={() => void actions.cancel()}>Cancel</Button>}
          {/* Not disabled while it works, or it would lose the focus. */}
          <Missing {...{ baseUrl, username, password }} />
          <Button type="submit" name="signIn" variant="primary" isDisabled={!isReady && !isBusy}>
            {isBusy ? 'Signing in…' : 'Sign in'}
          </Button>
        </div>
      )}
    </Form>
  )
}

/** Why the button cannot be pressed yet. */
function Missing({ baseUrl, username, password }: Record<'baseUrl' | 'username' | 'password', string>): ReactNode {
  const missing = [
    baseUrl.trim() === '' ? 'address' : '',
    username.trim() === '' ? 'user name' : '',
    password === '' ? 'password' : '',
  ].filter((what) => what !== '')
  if (missing.length === 0) return null
  return <span className={styles.hint}>Still needed: {missing.join(', ')}</span>
}

/**
 * Focuses what a step is about and selects its text, so that typing replaces it; what is folded away is opened for that. The
 * button cannot take the focus where nothing is filled in: then the first field does.
 */
function useFocusOf(step: Step, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!('focus' in step) || step.focus === null || step.focus === 'desk') return
    const found = (which: string) => form.current?.querySelector<HTMLElement>(which)
    const control = found(`[name="${step.focus}"]:enabled`) ?? found('input')
    control?.closest('details')?.setAttribute('open', '')
    control?.focus()
    if (control instanceof HTMLInputElement && control.type !== 'radio') control.select()
  }, [form, step])
}

/** Where to sign in; of a known account one press away. */
function ServicePart(): ReactNode {
  const { username, baseUrl, known } = useStore(signInStore, ({ form }) => form)
  const choice = (
    <ServiceChoice>
      <ServiceFields />
    </ServiceChoice>
  )
  if (known === null) return choice
  return (
    <details className={styles.more}>
      <summary>
        <Foreign text={username} /> at <Foreign text={baseUrl} />
      </summary>
      <div className={styles.form}>
        {choice}
        <UserField />
      </div>
    </details>
  )
}

function ServiceFields(): ReactNode {
  const baseUrl = useStore(signInStore, ({ form }) => form.baseUrl)
  return (
    <>
      <TextField
        name="baseUrl"
        label="Address of the service"
        description="As you were given it, such as https://exchange.example.com"
        value={baseUrl}
        onChange={(typed) => actions.change({ baseUrl: typed })}
        // There is nothing else to do here, and nothing to read first.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        isMono
      />
      <EnvironmentField />
    </>
  )
}

/** Where the organisation allows one only, there is nothing to choose. */
function EnvironmentField(): ReactNode {
  const { baseUrl, chosenEnvironment } = useStore(signInStore, ({ form }) => form)
  const isMissing = useStore(signInStore, ({ step }) => step.at === 'waiting' && step.focus === 'environment')
  const by = useLocked('environment')
  const only = useDesk(({ organisation }) => organisation.environment)
  const isOpen = only !== null && chosenEnvironment === null
  useEffect(() => {
    if (isOpen) actions.change({ chosenEnvironment: only })
  }, [isOpen, only])
  // A known account of the other one stays what it is, and is refused.
  if (by !== undefined && only !== null && (isOpen || chosenEnvironment === only)) {
    return <LockedField label="Environment" value={`${ENVIRONMENT_TITLES[only]} only`} by={by} />
  }
  const testWord = testWordIn(baseUrl)
  const isProposed = chosenEnvironment === null && testWord !== undefined
  return (
    <Segmented
      name="environment"
      label="Environment"
      description={
        isProposed
          ? `Test, because “${testWord}” is in the address.`
          : 'Production is real business; Test is for trying.'
      }
      error={isMissing ? 'Choose one: the address does not say which it is.' : undefined}
      choices={[
        { id: 'production', title: ENVIRONMENT_TITLES.production },
        { id: 'test', title: ENVIRONMENT_TITLES.test },
      ]}
      value={environmentOf({ baseUrl, chosenEnvironment })}
      onChange={(chosen) => actions.change({ chosenEnvironment: chosen })}
    />
  )
}

function UserField(): ReactNode {
  const username = useStore(signInStore, ({ form }) => form.username)
  const hasServices = useDesk(({ organisation }) => organisation.services.length > 0)
  return (
    <TextField
      label="User name"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the service is chosen already
      autoFocus={hasServices}
      value={username}
      onChange={(typed) => actions.change({ username: typed })}
      autoComplete="username"
    />
  )
}

function CredentialFields(): ReactNode {
  const { password, isKept, known } = useStore(signInStore, ({ form }) => form)
  const noKeychain = useLocked('keychain')
  return (
    <>
      <div className={styles.pair}>
        {known === null && <UserField />}
        <PasswordField
          name="password"
          label="Password"
          value={password}
          onChange={(typed) => actions.change({ password: typed })}
        />
      </div>
      {noKeychain !== undefined ? (
        <LockedField label="Keep me signed in" value="No: the password is asked for at each start" by={noKeychain} />
      ) : (
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
      )}
    </>
  )
}

/** Address and environment do not go together: the user says which it is before a password is sent. */
function Doubt({ environment, doubt }: Extract<Step, { at: 'doubtful' }>): ReactNode {
  const isSet = useLocked('environment') !== undefined
  const other = environment === 'production' ? 'test' : 'production'
  return (
    <Banner
      tone="warning"
      title={`Is this really ${ENVIRONMENT_TITLES[environment]}?`}
      action={
        <>
          <Button onPress={() => void actions.confirmEnvironment(environment)}>
            {`Sign in to ${ENVIRONMENT_TITLES[environment]}`}
          </Button>
          {!isSet && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that the address speaks for
            <Button autoFocus variant="primary" onPress={() => void actions.confirmEnvironment(other)}>
              {`Sign in to ${ENVIRONMENT_TITLES[other]}`}
            </Button>
          )}
        </>
      }
    >
      {doubt}
    </Banner>
  )
}
