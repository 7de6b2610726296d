import type { ReactNode } from 'react'
import type { SearchProgress } from '../client/desk-store.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './SearchScreen.module.css'

const MOST_LISTED = 50

/** What did not stop the search but must be known: a customer that is denied, rows that cannot be read. */
export function Problems({ problems }: { readonly problems: SearchProgress['problems'] }): ReactNode {
  const [first] = problems
  if (first === undefined) return null
  if (problems.length === 1) {
    return (
      <Banner tone="warning" title={sentence(first.where)}>
        {sentence(first.message)}
        <Received rows={first.received} />
      </Banner>
    )
  }
  return (
    <Banner tone="warning" title={`${problems.length} problems`}>
      <details className={styles.problems}>
        <summary>
          {sentence(first.where)}: {first.message}
        </summary>
        <Received rows={first.received} />
        <ul>
          {problems.slice(1, MOST_LISTED).map(({ where, message, received }) => (
            <li key={`${where} ${message}`}>
              {sentence(where)}: {message}
              <Received rows={received} />
            </li>
          ))}
        </ul>
        {problems.length > MOST_LISTED && <p>And {problems.length - MOST_LISTED} more.</p>}
      </details>
    </Banner>
  )
}

/** What could not be read, as it came: whoever runs the service can find it by that. */
function Received({ rows = [] }: { readonly rows: readonly string[] | undefined }): ReactNode {
  return rows.map((row, at) => (
    <code key={at} className={styles.received}>
      {row}
    </code>
  ))
}

/** A problem is worded to stand inside a line; here it begins one. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
