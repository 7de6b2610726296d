import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_NOTE_CHARS } from '../../../shared/model/size-limits.ts'
import { currentSessionId } from '../../client/desk-store.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { stopOfList } from '../../ui/base/landmarks.ts'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { entryStore, inboxStore } from '../store/inbox-store.ts'

/** What a user writes about an entry. Leaving the field keeps it, whichever way it is left. */
export function EntryNote({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const kept = entry.note ?? ''
  const [text, setText] = useState(kept)
  /** What was last sent to be kept: the entry is read again only a moment later. */
  const [sent, setSent] = useState(kept)
  const [known, setKnown] = useState(kept)
  const [session] = useState(currentSessionId)
  // Undone, or changed in another window.
  if (kept !== known) {
    setKnown(kept)
    setSent(kept)
    setText(kept)
  }
  const keep = useEffectEvent(async (): Promise<void> => {
    const written = text.trim()
    if (written === sent || session === undefined) return
    setSent(written)
    // It is also left by signing in as somebody else, in whose inbox the same number is another entry.
    if (await inboxStore.marks.keepNote(entry.entryId, written, session)) await entryStore.read()
    else setSent(kept)
  })
  // Another entry may be opened from within the field.
  useEffect(() => () => void keep(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const isKeep = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isKeep && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    // Now, because leaving the field keeps what is in it.
    if (!isKeep) flushSync(() => setText(sent))
    stopOfList()?.focus({ preventScroll: true })
  }
  return (
    <TextArea
      label="Note"
      isGrowing
      value={text}
      maxLength={MAX_NOTE_CHARS}
      placeholder="Note: what to remember about this entry"
      description={text.trim() === sent ? undefined : 'Kept when you leave the field. Esc discards the change.'}
      onChange={setText}
      onBlur={() => void keep()}
      onKeyDown={onKeyDown}
    />
  )
}
