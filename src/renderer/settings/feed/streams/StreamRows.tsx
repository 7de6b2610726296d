import type { ReactNode } from 'react'
import type { FeedView } from '../../../client/desk-store.ts'
import settingsStyles from '../../SettingsScreen.module.css'
import { QueueLine } from '../QueueLine.tsx'

/** The further streams, each with its state; those of customers are under “Followed customers”. */
export function StreamRows({ more }: { readonly more: FeedView['streams']['more'] }): ReactNode {
  if (more.length === 0) return null
  return (
    <ul className={settingsStyles.rows} aria-label="Further streams">
      {more.map(({ stream, status }) => (
        <li key={stream} className={settingsStyles.row}>
          <div className={settingsStyles.words}>
            <p className={settingsStyles.path}>{stream}</p>
            <QueueLine queue={status} isStream />
          </div>
        </li>
      ))}
    </ul>
  )
}
