import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { classes } from '../../ui/base/classes.ts'
import { scrollToRow, useVisibleRows } from '../../ui/rows/use-visible-rows.ts'
import type { PreviewModel } from '../create-preview.ts'
import { drawThumbnail, THUMBNAIL_WIDTH_PX, turnedSize } from '../pages/draw-page.ts'
import styles from './ThumbnailPanel.module.css'

/** Space for the number below a thumbnail and the gap to the next one. */
const BELOW_PX = 32

/** Thumbnails of the pages. Only those in view are drawn and kept. */
export function ThumbnailPanel({ model }: { readonly model: PreviewModel }): ReactNode {
  const pageCount = useStore(model.store, (state) => state.pageCount)
  const pageNumber = useStore(model.store, (state) => state.pageNumber)
  const rotation = useStore(model.store, (state) => state.rotation)
  const list = useRef<HTMLDivElement>(null)
  const height = thumbnailHeight(model, rotation)
  const rowPx = height + BELOW_PX
  const visible = useVisibleRows({ scroller: list, count: pageCount, rowPx })
  useEffect(() => {
    if (list.current !== null && pageNumber <= pageCount) scrollToRow(list.current, { position: pageNumber - 1, rowPx })
  }, [pageNumber, pageCount, rowPx])
  return (
    <nav aria-label="Pages" ref={list} className={styles.panel}>
      <div className={styles.list} style={{ height: pageCount * rowPx }}>
        {visible.map(({ position }) => (
          <div key={position} className={styles.place} style={{ transform: `translateY(${position * rowPx}px)` }}>
            <Thumbnail
              model={model}
              rotation={rotation}
              height={height}
              pageNumber={position + 1}
              isCurrent={position + 1 === pageNumber}
            />
          </div>
        ))}
      </div>
    </nav>
  )
}

interface ThumbnailProps {
  readonly model: PreviewModel
  readonly pageNumber: number
  readonly rotation: number
  readonly height: number
  readonly isCurrent: boolean
}

function Thumbnail({ model, pageNumber, rotation, height, isCurrent }: ThumbnailProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const opened = model.document()
    if (canvas.current === null || opened === undefined) return undefined
    const stop = new AbortController()
    const box = { canvas: canvas.current, heightPx: height }
    void drawThumbnail({ opened, pageNumber, rotation }, box, stop.signal)
    return () => stop.abort()
  }, [model, pageNumber, rotation, height])
  return (
    <button
      type="button"
      className={classes(styles.thumbnail, isCurrent && styles.current)}
      aria-label={`Page ${pageNumber}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => model.stage()?.goTo(pageNumber)}
    >
      <span className={styles.picture} style={{ height }}>
        <canvas ref={canvas} />
      </span>
      <span aria-hidden>{pageNumber}</span>
    </button>
  )
}

/** All have the height of page 1, so that the list does not jump; other pages are fitted into it. */
function thumbnailHeight(model: PreviewModel, rotation: number): number {
  const opened = model.document()
  if (opened === undefined) return THUMBNAIL_WIDTH_PX
  const { width, height } = turnedSize(opened.firstPage, rotation)
  return Math.round(Math.min(2, Math.max(0.5, height / width)) * THUMBNAIL_WIDTH_PX)
}
