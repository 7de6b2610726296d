import { FileLock, FileWarning, FileX, Image, Info, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { PreviewFailure } from '../document/preview-failures.ts'
import type { PageNote } from '../preview-store.ts'
import styles from './PreviewMessage.module.css'

interface PreviewMessageProps {
  readonly model: PreviewModel
  readonly name: string
  readonly progress: string | undefined
  readonly onRetry: (() => void) | undefined
  readonly onCancel: (() => void) | undefined
  readonly onOpenInReader: (() => void) | undefined
}

/** What is shown instead of the pages. */
export function PreviewMessage({ model, name, progress, onCancel, ...actions }: PreviewMessageProps): ReactNode {
  const phase = useStore(model.store, (state) => state.phase)
  if (phase.is === 'shown') return null
  const cancel = (): void => {
    model.cancel()
    onCancel?.()
  }
  const retry = (): void => {
    // What was being fetched is fetched again, which nothing else would show.
    model.showNothing(undefined)
    actions.onRetry?.()
  }
  if (phase.is === 'opening') return <Opening name={name} progress={progress} cancel={cancel} />
  return (
    <div className={styles.panel}>
      {phase.is === 'password' && <PasswordPrompt key={phase.attempts} model={model} isWrong={phase.attempts > 0} />}
      {phase.is === 'cancelled' && (
        <EmptyState
          icon={FileX}
          title="The document was not opened"
          actions={<Retry model={model} onRetry={actions.onRetry && retry} />}
        >
          You stopped it.
        </EmptyState>
      )}
      {phase.is === 'failed' && <Failed model={model} failure={phase.failure} {...actions} />}
    </div>
  )
}

interface FailedProps extends Omit<PreviewMessageProps, 'name' | 'progress' | 'onCancel'> {
  readonly failure: PreviewFailure
}

function Failed({ model, failure, onRetry, onOpenInReader }: FailedProps): ReactNode {
  const actions = (
    <>
      <Retry model={model} onRetry={onRetry} />
      {onOpenInReader !== undefined && <Button onPress={onOpenInReader}>Open in the system’s reader</Button>}
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

function Retry({ model, onRetry }: Pick<PreviewMessageProps, 'model' | 'onRetry'>): ReactNode {
  return (
    <Button variant="primary" onPress={onRetry ?? model.retry}>
      Open it again
    </Button>
  )
}

interface OpeningProps extends Pick<PreviewMessageProps, 'name' | 'progress'> {
  readonly cancel: () => void
}

/** Only appears if opening takes a while: a blank page first, words and button after a second. */
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
  // Whoever goes from set to set by keyboard is not held up by one that asks for a password.
  const [isReading] = useState(() => document.activeElement?.closest('[data-preview]') != null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    model.answerPassword(password)
  }
  const error = isWrong ? 'Wrong password. Check capital letters and try again.' : undefined
  return (
    <EmptyState icon={FileLock} title="This document is protected by a password">
      {/* A wrong password makes the field invalid, and the browser would then not submit the form again. */}
      <form className={styles.password} noValidate onSubmit={submit}>
        <PasswordField
          label={'Password of the document'}
          value={password}
          onChange={setPassword}
          error={error}
          autoComplete={'off'}
          description="Ask the sender. It is used once and not stored."
          // The prompt replaces the document that the user is reading.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isReading}
        />
        <Button type="submit" variant="primary" isDisabled={password === ''}>
          Open
        </Button>
      </form>
    </EmptyState>
  )
}

const WORDS = {
  image: 'This page is an image without text. Nothing on it can be found or copied.',
  'no-text': 'This page has no text. Nothing on it can be found or copied.',
  blank: 'This page looks blank: it is empty, or what is on it cannot be shown here.',
  unseen: 'Nothing of this page’s text could be drawn: it may be damaged. The system’s reader may show it.',
  'not-drawn': 'Part of this page could not be drawn. The system’s reader may show all of it.',
} as const satisfies Record<PageNote, string>
const ICONS = {
  image: Image,
  'no-text': Info,
  blank: Info,
  unseen: TriangleAlert,
  'not-drawn': TriangleAlert,
} as const

/** A remark about the visible page; usually none. */
export function PageRemark({ model }: { readonly model: PreviewModel }): ReactNode {
  const note = useStore(model.store, (state) => state.note)
  return (
    <output className={styles.place}>
      {note !== undefined && (
        <span className={styles.remark}>
          <Glyph icon={ICONS[note]} size="small" />
          {WORDS[note]}
        </span>
      )}
    </output>
  )
}
