import { ChevronDown, ChevronRight, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { visibleLines } from '../../../shared/text/plain-text.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import styles from './EntryPane.module.css'
import type { InboxEntry } from '../store/inbox-state.ts'

/** More than anybody reads, and little enough to be laid out at once. */
const MOST_SHOWN_CHARS = 20_000

/** The body as it came, once somebody asks for it. */
export function RawMessage({ entry, raw }: { readonly entry: InboxEntry; readonly raw: string }): ReactNode {
  const [isShown, setIsShown] = useState(!entry.isReadable)
  const what = entry.source === 'check' ? 'What was compared' : 'Message as it came'
  const copy = (): void => {
    void navigator.clipboard.writeText(raw).then(() => showToast({ text: 'Copied as it came' }))
  }
  return (
    <section aria-label={what} className={styles.part}>
      <div className={styles.rawBar}>
        <Button
          variant="quiet"
          icon={isShown ? ChevronDown : ChevronRight}
          aria-expanded={isShown}
          onPress={() => setIsShown(!isShown)}
        >
          {what}
        </Button>
        {isShown && (
          <Button variant="quiet" icon={Copy} onPress={copy}>
            Copy
          </Button>
        )}
      </div>
      {isShown && (
        <>
          <pre className={styles.raw}>{visibleLines(laidOut(raw))}</pre>
          {raw.length > MOST_SHOWN_CHARS && (
            <p className={styles.muted}>
              The first {MOST_SHOWN_CHARS.toLocaleString('en')} of {raw.length.toLocaleString('en')} characters. Copy
              takes all of it.
            </p>
          )}
        </>
      )}
    </section>
  )
}

function laidOut(raw: string): string {
  if (raw === '') return '(empty)'
  if (raw.length > MOST_SHOWN_CHARS) return raw.slice(0, MOST_SHOWN_CHARS)
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
