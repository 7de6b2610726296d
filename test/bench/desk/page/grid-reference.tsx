import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef } from 'react'

const ROW_PX = 28
const OVERSCAN = 6

interface GridReferenceProps {
  /** One text a row, or one for each column. */
  readonly lines: readonly (string | readonly string[])[]
  readonly widths?: readonly number[]
}

/** The least that shows as many rows: plain text on TanStack Virtual, nothing to sort, select or tell apart. */
export function GridReference({ lines, widths }: GridReferenceProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- drawn as its own guide draws it, without the compiler
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  const columns: CSSProperties | undefined = widths && {
    display: 'grid',
    gridTemplateColumns: widths.map((width) => `${width}px`).join(' '),
  }
  return (
    <div ref={scroller} data-scroller style={{ height: '100%', overflow: 'auto' }}>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            data-row
            style={{
              ...columns,
              position: 'absolute',
              height: ROW_PX,
              whiteSpace: 'nowrap',
              transform: `translateY(${start}px)`,
            }}
          >
            {contents(lines[index])}
          </div>
        ))}
      </div>
    </div>
  )
}

function contents(line: string | readonly string[] | undefined): ReactNode {
  if (line === undefined || typeof line === 'string') return line
  return line.map((text, at) => (
    <div key={at} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {text}
    </div>
  ))
}
