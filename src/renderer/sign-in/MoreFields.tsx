import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { signInStore, suggestedProfile } from './sign-in-store.ts'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** What most people leave as it is: the account’s name, and what the operator of the service gives to those who need it. */
export function MoreFields(): ReactNode {
  const { credentialForm, isKept, profile, baseUrl, username } = useStore(signInStore)
  return (
    <details className={styles.more}>
      <summary>More</summary>
      <div className={styles.form}>
        {isKept && (
          <TextField
            label="Name of the account here"
            placeholder={username === '' ? '' : suggestedProfile(baseUrl, username)}
            value={profile}
            onChange={(name) => actions.change({ profile: name })}
          />
        )}
        <Segmented
          label="How the password is sent"
          choices={[
            { id: 'basic', title: 'Basic' },
            { id: 'headers', title: 'Username and Password headers' },
          ]}
          value={credentialForm}
          onChange={(chosen) => actions.change({ credentialForm: chosen })}
        />
        <CertificateField />
      </div>
    </details>
  )
}

function CertificateField(): ReactNode {
  const caFile = useStore(signInStore, (form) => form.caFile)
  return (
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
  )
}
