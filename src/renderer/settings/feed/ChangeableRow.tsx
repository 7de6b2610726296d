import type { ReactNode } from 'react'
import settingsStyles from '../SettingsScreen.module.css'
import { Button } from '../../ui/actions/Button.tsx'

interface ChangeableRowProps {
  /** What is changed or removed, for who does not see the row. */
  readonly name: string
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** Something that was set up, with what can be done to it. */
export function ChangeableRow({ name, onEdit, onRemove, children }: ChangeableRowProps): ReactNode {
  return (
    <li className={settingsStyles.row}>
      <div className={settingsStyles.words}>{children}</div>
      <div className={settingsStyles.actions}>
        <Button variant="quiet" aria-label={`Change ${name}`} onPress={onEdit}>
          Change
        </Button>
        <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
