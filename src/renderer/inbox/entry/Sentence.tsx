import type { ReactNode } from 'react'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { entrySentence, type InboxEntry } from '../../parcel/entry-words.ts'
import base from '../../ui/base/base.module.css'

/** Who did what to which parcel. */
export function Sentence({ entry }: { readonly entry: InboxEntry }): ReactNode {
  return entrySentence(entry).map(({ kind, text }) => (
    <span key={`${kind} ${text}`} data-part={kind} className={kind === 'parcel' ? base.mono : undefined}>
      {kind === 'words' ? visibleText(text) : <bdi>{visibleText(text)}</bdi>}{' '}
    </span>
  ))
}
