import { FileLock, FileWarning, FileX } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { PreviewFailure } from '../document/preview-failures.ts'
import styles from './PreviewMessage.module.css'

interface PreviewMessageProps {
  readonly model: PreviewModel
  readonly name: string
  readonly progress: string | undefined
  readonly onRetry: (() => void) | undefined
  readonly onOpenInReader: (() => void) | undefined
}

/** What is said in place of the pages. */
export function PreviewMessage({ model, name, progress, ...actions }: PreviewMessageProps): ReactNode {
  const phase = useStore(model.store, (state) => state.phase)
  if (phase.is === 'shown') return null
  if (phase.is === 'opening') return <Opening name={name} progress={progress} cancel={model.cancel} />
  return (
    <div className={styles.panel}>
      {phase.is === 'password' && <PasswordPrompt key={phase.attempts} model={model} isWrong={phase.attempts > 0} />}
      {phase.is === 'cancelled' && (
        <EmptyState icon={FileX} title="The document was not opened" actions={<Retry model={model} />}>
          You stopped it.
        </EmptyState>
      )}
      {phase.is === 'failed' && <Failed model={model} failure={phase.failure} {...actions} />}
    </div>
  )
}

interface FailedProps extends Omit<PreviewMessageProps, 'name' | 'progress'> {
  readonly failure: PreviewFailure
}

function Failed({ model, failure, onRetry, onOpenInReader }: FailedProps): ReactNode {
  const actions = (
    <>
      <Retry model={model} onRetry={onRetry} />
      {onOpenInReader !== undefined && <Button onPress={onOpenInReader}>Open in system reader</Button>}
    </>
  )
  return (
    <div role="alert">
      <EmptyState icon={FileWarning} title={failure.message} actions={actions}>
        {failure.next}
      </EmptyState>
    </div>
  )
}

function Retry({
  model,
  onRetry,
}: Pick<PreviewMessageProps, 'model'> & { onRetry?: (() => void) | undefined }): ReactNode {
  return (
    <Button variant="primary" onPress={onRetry ?? model.retry}>
      Open it again
    </Button>
  )
}

interface OpeningProps extends Pick<PreviewMessageProps, 'name' | 'progress'> {
  readonly cancel: () => void
}

/** Shown only to who has to wait: the paper soon, the words and the button after a second. */
function Opening({ name, progress, cancel }: OpeningProps): ReactNode {
  return (
    <output className={styles.opening}>
      <span className={styles.paper} aria-hidden />
      <span className={styles.wait}>
        <span>
          Opening “<bdi>{name}</bdi>”
        </span>
        {progress !== undefined && <span>{progress}</span>}
        <Button onPress={cancel}>Cancel</Button>
      </span>
    </output>
  )
}

function PasswordPrompt({ model, isWrong }: { readonly model: PreviewModel; readonly isWrong: boolean }): ReactNode {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    model.answerPassword(password)
  }
  const error = isWrong ? 'This password does not open it. Check capital letters, then try again.' : undefined
  return (
    <EmptyState icon={FileLock} title="A password protects this document">
      {/* A wrong password marks the field as wrong, and the browser then would not let it be sent again. */}
      <form className={styles.password} noValidate onSubmit={submit}>
        <PasswordField
          {...{ label: 'Password of the document', value: password, onChange: setPassword, error, autoComplete: 'off' }}
          description="Its sender knows it. It is used once and kept nowhere."
          // The prompt stands in place of the document, and is what was asked for.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <Button type="submit" variant="primary" isDisabled={password === ''}>
          Open
        </Button>
      </form>
    </EmptyState>
  )
}
