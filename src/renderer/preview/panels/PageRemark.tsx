import { Image, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { PageNote } from '../preview-store.ts'
import styles from './PageRemark.module.css'

const WORDS = {
  'no-text': 'This page is an image without text. Nothing on it can be found or copied.',
  blank: 'This page looks blank: it is empty, or its content is too large to be shown.',
  'not-drawn': 'Part of this page could not be drawn. The system’s reader may show all of it.',
} as const satisfies Record<PageNote, string>
const ICONS = { 'no-text': Image, blank: Info, 'not-drawn': TriangleAlert } as const

/** A remark about the visible page; usually none. */
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
