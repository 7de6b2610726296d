import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

const ROW_PX = 28
const OVERSCAN = 6

/** The least that shows as many rows: plain lines of text on TanStack Virtual, nothing to sort, select or tell apart. */
export function GridReference({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- drawn as its own guide draws it, without the compiler
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  return (
    <div ref={scroller} data-scroller style={{ height: '100%', overflow: 'auto' }}>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            data-row
            style={{ position: 'absolute', height: ROW_PX, whiteSpace: 'nowrap', transform: `translateY(${start}px)` }}
          >
            {lines[index]}
          </div>
        ))}
      </div>
    </div>
  )
}
