import { ChevronDown, ChevronRight, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { visibleLines } from '../../../shared/text/plain-text.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { useCommandsIn } from '../../commands/use-commands.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { numberText } from '../../ui/base/words.ts'
import { copyText } from '../../ui/feedback/toast-queue.ts'
import styles from './EntryPane.module.css'

/** More than anybody reads, and little enough to lay out quickly. */
const MAX_SHOWN_CHARS = 20_000

const WHAT: Partial<Record<InboxEntry['source'], string>> = {
  check: 'What was compared',
  schedule: 'What was recorded',
}

/** The body as received, on request. */
export function RawMessage({ entry, raw }: { readonly entry: InboxEntry; readonly raw: string }): ReactNode {
  const [isShown, setIsShown] = useState(!entry.isReadable)
  useCommandsIn('Inbox', [
    {
      id: 'inbox.copyMessage',
      title: 'Copy the message as received',
      run: () => void copyText(raw, 'Message copied as received'),
    },
  ])
  const what = WHAT[entry.source] ?? 'Message as received'
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
          <CommandButton id="inbox.copyMessage" variant="quiet" icon={Copy}>
            Copy
          </CommandButton>
        )}
      </div>
      {isShown && (
        <>
          <pre className={styles.raw}>{visibleLines(laidOut(raw))}</pre>
          {raw.length > MAX_SHOWN_CHARS && (
            <p className={base.aside}>
              The first {numberText(MAX_SHOWN_CHARS)} of {numberText(raw.length)} characters. Copy copies all of them.
            </p>
          )}
        </>
      )}
    </section>
  )
}

function laidOut(raw: string): string {
  if (raw === '') return '(empty)'
  if (raw.length > MAX_SHOWN_CHARS) return raw.slice(0, MAX_SHOWN_CHARS)
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
