import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { connectionTestStore, type TestRequest } from '../connection-test/connection-test-store.ts'
import { TestButton, TestResult } from '../connection-test/ConnectionTest.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { failureIn } from './sign-in-state.ts'
import { signInStore } from './sign-in-store.ts'
import styles from './SignInScreen.module.css'

const { actions } = signInStore

/** What most people leave as it is: the account’s name, and what the operator of the service gives to those who need it. */
export function MoreFields(): ReactNode {
  const { credentialForm, isKept, profile, username } = useStore(signInStore, ({ form }) => form)
  // Then it stands below what failed.
  const hasFailed = useStore(signInStore, failureIn) !== null
  return (
    <details className={styles.more}>
      <summary>More</summary>
      <div className={styles.form}>
        {isKept && (
          <TextField
            label="Name of the account here"
            placeholder={username === '' ? '' : actions.suggestedName()}
            value={profile}
            onChange={(name) => actions.change({ profile: name })}
          />
        )}
        <Segmented
          label="How to sign in, if IT says so"
          choices={[
            { id: 'basic', title: 'As usual' },
            { id: 'headers', title: 'Headers Username and Password' },
          ]}
          value={credentialForm}
          onChange={(chosen) => actions.change({ credentialForm: chosen })}
        />
        <CertificateField />
        {!hasFailed && <ConnectionTest />}
      </div>
    </details>
  )
}

const SUBJECT = 'sign-in'

/** Says where it fails before, or instead of, signing in. */
export function ConnectionTest(): ReactNode {
  const { baseUrl, username, password, credentialForm, caFile } = useStore(signInStore, ({ form }) => form)
  useEffect(
    () => () => connectionTestStore.actions.clear(SUBJECT),
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was found belongs to what was typed
    [baseUrl, username, password, credentialForm, caFile],
  )
  return (
    <>
      <div>
        <TestButton subject={SUBJECT} request={typedConnection} />
      </div>
      <TestResult subject={SUBJECT} />
    </>
  )
}

function typedConnection(): TestRequest {
  const { baseUrl, username, password, credentialForm, caFile, known } = signInStore.getState().form
  const caFileOfProfile = caFile?.fileId === null ? known : null
  const certificate = { caFileId: caFile?.fileId ?? null, caFileOfProfile }
  const target = { kind: 'typed', baseUrl, username, password, credentialForm, ...certificate } as const
  return { method: 'connections.testService', input: { target } }
}

function CertificateField(): ReactNode {
  const caFile = useStore(signInStore, ({ form }) => form.caFile)
  return (
    <div className={styles.certificate}>
      <span>Certificate of your company’s network: {caFile?.name ?? 'none'}</span>
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
