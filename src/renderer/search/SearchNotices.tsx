import { Copy, Search, TableProperties } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { numberOfWords } from '../../shared/text/number-words.ts'
import type { ShownFailure } from '../client/desk-client.ts'
import type { SearchProgress } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { countOf, numberText } from '../ui/base/words.ts'
import { Banner, FailureNotice } from '../ui/feedback/Banner.tsx'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { searchAndEnter } from './search-and-enter.ts'
import { byParcelNumber } from './search-state.ts'
import { searchStore } from './search-store.ts'
import styles from './SearchNotices.module.css'

interface SearchNoticesProps {
  /** Why the page could not do what was asked. */
  readonly failure: ShownFailure | null
  readonly progress: SearchProgress | undefined
  /** Problems beside those of the search itself. */
  readonly problems?: SearchProgress['problems']
  /** The button that helps with `failure`, and with a search that failed. */
  readonly failureAction?: ReactNode
  readonly retryAction?: ReactNode
}

/** What went wrong with a search: what stopped it, and what did not stop it but must be known. */
export function SearchNotices(props: SearchNoticesProps): ReactNode {
  const { failure, progress, problems = [], failureAction, retryAction } = props
  const searchFailure = progress?.failure ?? null
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} action={failureAction} />}
      {searchFailure !== null && <FailureNotice failure={searchFailure} action={retryAction} />}
      <Problems problems={[...problems, ...(progress?.problems ?? [])]} />
    </>
  )
}

const MAX_LISTED = 50

/** A customer that is denied, rows that cannot be read. */
function Problems({ problems }: { readonly problems: SearchProgress['problems'] }): ReactNode {
  const [first] = problems
  if (first === undefined) return null
  if (problems.length === 1) {
    return (
      <Banner tone="warning" title={capitalised(first.where)}>
        {capitalised(first.message)}
        <Received rows={first.received} />
      </Banner>
    )
  }
  return (
    <Banner tone="warning" title={`${problems.length} problems`}>
      <details className={styles.problems}>
        <summary>
          {capitalised(first.where)}: {first.message}
        </summary>
        <Received rows={first.received} />
        <ul>
          {problems.slice(1, MAX_LISTED).map(({ where, message, received }) => (
            <li key={`${where} ${message}`}>
              {capitalised(where)}: {message}
              <Received rows={received} />
            </li>
          ))}
        </ul>
        {problems.length > MAX_LISTED && <p>And {problems.length - MAX_LISTED} more.</p>}
      </details>
    </Banner>
  )
}

/** What could not be read, as it came: the operator of the service can find it by that. */
function Received({ rows = [] }: { readonly rows: readonly string[] | undefined }): ReactNode {
  return rows.map((row, at) => (
    <code key={at} className={styles.received}>
      {row}
    </code>
  ))
}

/** A problem is worded for the middle of a line; here it begins one. */
function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MAX_NAMED = 8

/** “PR-2026-00003 is a parcel of SHP-0003”: nothing that was asked for as a shipment turns into something else unsaid. */
export function UnderstoodNumbers(): ReactNode {
  const { numbers } = useStore(searchStore)
  const [first, second] = numbers
  if (first === undefined) return null
  const named = numbers.slice(0, MAX_NAMED).map((number) => `${number.reference}, ${numberOfWords(number)}`)
  const rest = numbers.length > MAX_NAMED ? ` and ${numberText(numbers.length - MAX_NAMED)} more` : ''
  return (
    <Banner
      tone="info"
      title={
        second === undefined
          ? `${first.reference} is a ${numberOfWords(first)}`
          : `${numberText(numbers.length)} are no shipments: ${named.join('; ')}${rest}`
      }
    />
  )
}

export interface MissingReferencesProps {
  /** Looks line by line what each reference has. */
  readonly onOpenAsWorklist: (references: readonly string[], customers: readonly string[]) => void
}

/** The references without a set: a count of sets alone would hide them. */
export function MissingReferences({ onOpenAsWorklist }: MissingReferencesProps): ReactNode {
  const { missing, submitted } = useStore(searchStore)
  if (missing.length === 0) return null
  const named = missing.slice(0, MAX_NAMED).join(', ')
  const rest = missing.length - MAX_NAMED
  const references = countOf(missing.length, 'reference')
  return (
    <Banner
      tone="warning"
      title={`${references} not found: ${named}${rest > 0 ? ` and ${numberText(rest)} more` : ''}`}
      action={
        <>
          <Button
            variant="quiet"
            icon={Copy}
            onPress={() => void copyText(missing.join('\r\n'), `${references} copied`)}
          >
            Copy
          </Button>
          {missing.length === 1 && (
            <Button variant="quiet" icon={Search} onPress={() => searchAndEnter(byParcelNumber(named))}>
              Find it as a parcel number
            </Button>
          )}
          <Button
            variant="quiet"
            icon={TableProperties}
            onPress={() => onOpenAsWorklist(submitted.shipmentRefs, submitted.customers)}
          >
            Open as worklist
          </Button>
        </>
      }
    />
  )
}
