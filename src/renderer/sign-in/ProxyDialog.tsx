import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { call } from '../client/desk-client.ts'
import type { DeskState } from '../client/desk-store.ts'
import { useAttempt } from '../client/use-attempt.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { Banner, FailureNotice } from '../ui/feedback/Banner.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { PasswordField, TextField } from '../ui/fields/TextField.tsx'
import { Dialog } from '../ui/layout/Dialog.tsx'
import styles from './ProxyDialog.module.css'

interface ProxyDialogProps {
  readonly wanted: DeskState['proxies'][number]
  readonly onClose: () => void
}

/** Name and password for a proxy; whether they are right shows when something is next sent through it. */
export function ProxyDialog({ wanted, onClose }: ProxyDialogProps): ReactNode {
  const formId = useId()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [keeps, setKeeps] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const { attempt, isBusy, failure } = useAttempt()
  const signIn = (event: FormEvent): void => {
    event.preventDefault()
    setIsTried(true)
    if (username === '' || password === '') return
    attempt(async () => {
      await call('proxies.signIn', { proxy: wanted.proxy, username, password, keeps })
      onClose()
    })
  }
  const missing = (text: string, what: string): string | undefined =>
    isTried && text === '' ? `Enter the ${what}.` : undefined
  const footer = (
    <>
      <Button isDisabled={isBusy} onPress={onClose}>
        Not now
      </Button>
      <Button variant="primary" type="submit" form={formId} isPending={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in at the proxy'}
      </Button>
    </>
  )
  return (
    <Dialog title="Sign in at the proxy" size="small" isOpen isBusy={isBusy} onClose={onClose} footer={footer}>
      <form noValidate id={formId} className={styles.form} onSubmit={signIn}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        {wanted.hasRefused && (
          <Banner tone="danger" title="The proxy refused the user name or password">
            They are not sent again, so that the account is not locked.
          </Banner>
        )}
        <p>
          The way out of this network leads through the proxy <Foreign text={wanted.proxy} />, which asks for a user
          name and a password. Your IT department knows which; often they are those of this computer.
        </p>
        <TextField
          label="User name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is for typing it, and has nothing before it
          autoFocus
          autoComplete="off"
          value={username}
          onChange={setUsername}
          error={missing(username, 'user name')}
        />
        <PasswordField
          label="Password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={missing(password, 'password')}
          description="The proxy gets it as it is; what you send to the service stays encrypted."
        />
        <Checkbox isSelected={keeps} onChange={setKeeps}>
          Keep both in the keychain of this computer
        </Checkbox>
      </form>
    </Dialog>
  )
}
