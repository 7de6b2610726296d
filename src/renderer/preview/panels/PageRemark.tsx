import { Image, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { PageNote } from '../preview-store.ts'
import styles from './PageRemark.module.css'

const WORDS = {
  'no-text': 'This page has no text: it is a picture. Nothing on it can be found or copied.',
  blank: 'Nothing is to be seen on this page: it is empty, or what is on it is too large to be shown.',
  'not-drawn': 'Part of this page could not be drawn. The system’s reader may show all of it.',
} as const satisfies Record<PageNote, string>
const ICONS = { 'no-text': Image, blank: Info, 'not-drawn': TriangleAlert } as const

/** What there is to say about the page that is looked at; nothing, as a rule. */
export function PageRemark({ model }: { readonly model: PreviewModel }): ReactNode {
  const note = useStore(model.store, (state) => state.note)
  return (
    <output className={styles.place}>
      {note !== undefined && (
        <span className={styles.remark}>
          <Glyph icon={ICONS[note]} size="small" />
          {WORDS[note]}
        </span>
      )}
    </output>
  )
}
