import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
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
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {below}
    </li>
  )
}

interface EditableRowProps {
  /** What is changed or removed, for those who do not see the row. */
  readonly name: string
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly children: ReactNode
  /** Before Change and Remove. */
  readonly moreActions?: ReactNode
  readonly below?: ReactNode
}

/** A row that can be changed and removed. */
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
          <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      {children}
    </SettingsRow>
  )
}
