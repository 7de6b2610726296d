import type { ReactNode } from 'react'
import { isolated } from '../../../shared/text/plain-text.ts'
import { useAttempt } from '../../client/use-attempt.ts'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { ConfirmDialog } from '../../ui/layout/Dialog.tsx'
import styles from '../SettingsScreen.module.css'

interface SettingsRowProps {
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Over the whole width: what an action has found out. */
  readonly below?: ReactNode
}

/** Something that was set up, with what can be done to it. */
export function SettingsRow({ children, actions, below }: SettingsRowProps): ReactNode {
  return (
    <li className={styles.row}>
      <div className={styles.words}>{children}</div>
      {actions !== undefined && <div className={base.buttons}>{actions}</div>}
      {below}
    </li>
  )
}

interface EditableRowProps {
  /** What is changed or removed, for those who do not see the row. */
  readonly name: string
  readonly onEdit: () => void
  /** Undefined where it cannot be removed. */
  readonly onRemove: (() => void) | undefined
  readonly children: ReactNode
  /** Before Change and Remove. */
  readonly moreActions?: ReactNode
  readonly below?: ReactNode
}

/** A row that can be changed and, where nobody else has set it, removed. */
export function EditableRow({ name, onEdit, onRemove, children, moreActions, below }: EditableRowProps): ReactNode {
  return (
    <SettingsRow
      below={below}
      actions={
        <>
          {moreActions}
          <Button variant="quiet" aria-label={`Change ${name}`} onPress={onEdit}>
            Change
          </Button>
          {onRemove !== undefined && (
            <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {children}
    </SettingsRow>
  )
}

interface Named {
  readonly name: string
}

interface RemoveDialogProps<Removed> {
  readonly removed: Removed
  /** “profile”, “connection”, “rule”. */
  readonly kind: string
  /** Rejects with DeskFailure. */
  readonly onRemove: (removed: Removed) => Promise<void>
  readonly onClose: () => void
  /** What goes and what stays. */
  readonly children: ReactNode
}

interface MaybeRemoved<Removed> extends Omit<RemoveDialogProps<Removed>, 'removed'> {
  /** Undefined while nothing is to be removed. */
  readonly removed: Removed | undefined
}

/** Asks before removing something that would have to be typed again. */
export function RemoveDialog<Removed extends Named>({ removed, ...rest }: MaybeRemoved<Removed>): ReactNode {
  return removed === undefined ? null : <RemoveQuestion removed={removed} {...rest} />
}

function RemoveQuestion<Removed extends Named>(props: RemoveDialogProps<Removed>): ReactNode {
  const { removed, kind, onRemove, onClose, children } = props
  const { attempt, isBusy, failure } = useAttempt()
  return (
    <ConfirmDialog
      title={`Remove the ${kind} “${isolated(removed.name)}”?`}
      confirm={`Remove the ${kind}`}
      keep={`Keep the ${kind}`}
      underWay={isBusy ? 'Removing…' : undefined}
      onConfirm={() =>
        attempt(async () => {
          await onRemove(removed)
          onClose()
        })
      }
      onClose={onClose}
    >
      {failure !== undefined && <FailureNotice failure={failure} />}
      {children}
    </ConfirmDialog>
  )
}
