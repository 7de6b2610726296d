import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../ui/base/classes.ts'
import type { PreviewModel } from './create-preview.ts'
import type { PreviewFailure } from './document/preview-failures.ts'
import styles from './PreviewStage.module.css'

interface PreviewStageProps {
  readonly model: PreviewModel
  readonly source: { readonly address: string | undefined; readonly key: string; readonly name: string }
  readonly failure: PreviewFailure | undefined
  /** Lies over the pages. */
  readonly children: ReactNode
}

/** The pages. pdf.js owns the content of the inner elements, React does not. */
export function PreviewStage({
  model,
  source: { address, key, name },
  failure,
  children,
}: PreviewStageProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const pages = useRef<HTMLDivElement>(null)
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scroller.current === null || pages.current === null || cover.current === null) return undefined
    return model.attach({ scroller: scroller.current, pages: pages.current, cover: cover.current })
  }, [model])
  useEffect(() => {
    if (address === undefined) model.showNothing(failure)
    else model.open({ address, key })
  }, [model, address, key, failure])
  return (
    <div className={styles.stage}>
      {/* Focusable, so that the arrow keys scroll it; pdf.js only accepts a div. */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-pages=""
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="region"
        aria-label={`Pages of ${name}`}
      >
        <div ref={pages} className={classes('pdfViewer', styles.pages)} />
      </div>
      <div ref={cover} className={styles.cover} data-cover="" />
      {children}
    </div>
  )
}
