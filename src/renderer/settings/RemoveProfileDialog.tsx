import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { settingsStore } from './section/settings-store.ts'

interface RemoveProfileDialogProps {
  /** Undefined while nothing is asked. */
  readonly profile: string | undefined
  readonly onClose: () => void
}

/** Asks before a profile goes: its password cannot be brought back. */
export function RemoveProfileDialog({ profile, onClose }: RemoveProfileDialogProps): ReactNode {
  const remove = (): void => {
    onClose()
    if (profile === undefined) return
    void settingsStore.actions.attempt('profiles', async (call) => {
      await call('accounts.removeProfile', { profile })
    })
  }
  return (
    <Dialog
      title={`Remove the profile “${profile ?? ''}”?`}
      size="small"
      isAlert
      isOpen={profile !== undefined}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onPress={remove}>
            Remove the profile
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            Keep the profile
          </Button>
        </>
      }
    >
      <p>
        Its password goes from the keychain, and has to be typed again to sign in. Saved documents and unfinished saves
        stay; a save of this account goes on once it is signed in again.
      </p>
    </Dialog>
  )
}
