import type { ReactNode } from 'react'
import type { SearchProgress } from '../state/desk-store.ts'
import { Banner } from '../ui/Banner.tsx'
import styles from './SearchScreen.module.css'

const MOST_LISTED = 50

/** What did not stop the search but must be known: a customer that is denied, rows that cannot be read. */
export function Problems({ problems }: { readonly problems: SearchProgress['problems'] }): ReactNode {
  const [first] = problems
  if (first === undefined) return null
  if (problems.length === 1) {
    return (
      <Banner tone="warning" title={first.where}>
        {first.message}
      </Banner>
    )
  }
  return (
    <Banner tone="warning" title={`${problems.length} problems`}>
      <details className={styles.problems}>
        <summary>
          {first.where}: {first.message}
        </summary>
        <ul>
          {problems.slice(1, MOST_LISTED).map(({ where, message }) => (
            <li key={`${where} ${message}`}>
              {where}: {message}
            </li>
          ))}
        </ul>
        {problems.length > MOST_LISTED && <p>And {problems.length - MOST_LISTED} more.</p>}
      </details>
    </Banner>
  )
}
