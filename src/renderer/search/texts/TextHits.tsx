import { FileSearch } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { textlessWords } from '../../../shared/words/text-words.ts'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { useLandmark } from '../../ui/base/landmarks.ts'
import { countOf, displayName, numberText, timeText } from '../../ui/base/words.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { openHit } from './open-hit.ts'
import styles from './TextHits.module.css'
import { hideTexts, MOST_HITS, textsStore, textsView } from './texts-store.ts'

const LABEL = 'Words in saved documents'

/** In place of the filters. */
export function TextsHead(): ReactNode {
  return <OpenedHead key={useStore(textsView, (view) => view.timesOpened)} />
}

function OpenedHead(): ReactNode {
  const words = useStore(textsStore, (state) => state.words)
  const failure = useStore(textsStore, (state) => state.failure)
  const bar = useRef<HTMLDivElement>(null)
  useLandmark('list', bar)
  // It is opened to be typed into. After a pane over it has given the focus back.
  useEffect(() => bar.current?.querySelector('input')?.select(), [])
  return (
    <>
      <div ref={bar} className={styles.bar}>
        <SearchField label={LABEL} value={words} onChange={(typed) => textsStore.ask(typed)} />
        <Button variant="quiet" onPress={hideTexts}>
          Back to sets
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  )
}

/** The pages that have all words, each with its document and set. */
export function TextHits(): ReactNode {
  const { hits, remarks, answered, isAsking } = useStore(textsStore)
  if (hits.length === 0) {
    const title =
      answered.trim() === '' || isAsking ? 'Find words in saved documents' : 'No page has all of these words'
    return (
      <EmptyState icon={FileSearch} title={title}>
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
        <p>
          Only saved documents are looked in. Quotes keep words together. Container numbers are found in every spelling.
        </p>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.hits} aria-label="In documents" aria-busy={isAsking}>
      {hits.map((hit) => (
        <li key={`${hit.sha256} ${hit.page}`}>
          <button type="button" className={styles.hit} onClick={() => openHit(hit)}>
            <span className={styles.head}>
              <strong>
                <Foreign text={displayName(hit.name, 'Document')} />
              </strong>
              <span>page {numberText(hit.page)}</span>
              {/* Of one document there may be versions. */}
              <span>saved {timeText(hit.savedAt)}</span>
              <span>
                <Foreign text={[hit.parcelRef, hit.customerName].filter((part) => part !== null).join(' · ')} />
              </span>
            </span>
            <bdi>{hit.snippet.map(({ text, isFound }, at) => (isFound ? <mark key={at}>{text}</mark> : text))}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** How far the index is: what has no text is never found. */
export function TextsFoot(): ReactNode {
  const status = useStore(textsView, (view) => view.status)
  const hits = useStore(textsStore, (state) => state.hits.length)
  const isOff = useDesk(({ settings }) => !settings.indexesTexts)
  if (status === undefined) return null
  const { indexed, unreadable, waiting } = status
  const sentences = [
    hits < MOST_HITS ? `${countOf(hits, 'page')} found` : `The first ${countOf(hits, 'page')}, and perhaps more`,
    indexed === 0 ? 'no saved document was read yet' : textlessWords(status, numberText),
    ...(unreadable > 0 ? [`${numberText(unreadable)} could not be read`] : []),
    ...(waiting > 0 ? [`${numberText(waiting)} not read${isOff ? ', as Settings have turned that off' : ' yet'}`] : []),
  ]
  return <p className={styles.foot}>{sentences.join('; ')}</p>
}
