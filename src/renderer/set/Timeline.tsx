import type { ReactNode } from 'react'
import { timeText } from '../downloads/job-words.ts'
import styles from './SetPane.module.css'
import type { SetView } from './set-store.ts'

/** What this installation saw of a set, newest first. What a message told and what a search showed are told apart. */
export function Timeline({ sightings }: { readonly sightings: SetView['timeline'] }): ReactNode {
  return (
    <div className={styles.fields}>
      <ol className={styles.timeline}>
        {sightings.map(({ at, kind, text }) => (
          <li key={`${at} ${kind} ${text}`}>
            <time dateTime={at}>{timeText(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className={styles.muted}>
        Times are of this computer: when a search showed the change, a message told of it, or a document was saved.
      </p>
    </div>
  )
}
