import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import type { Output } from '../../shared/contract/contract.ts'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { displayName } from '../ui/base/words.ts'
import { useKeyboardRows } from '../ui/rows/use-keyboard-rows.ts'
import styles from './PackDialog.module.css'

export type PackEntry = Output<'packs.plan'>['entries'][number]

const STATES = {
  saved: '',
  unsaved: 'not saved yet',
  gone: 'its file is gone',
  changed: 'its file was changed',
} as const

interface OrderedDocumentsProps {
  readonly entries: readonly PackEntry[]
  readonly onMove: (from: number, to: number) => void
}

/** The documents in their order, which dragging and Alt with an arrow change. */
export function OrderedDocuments({ entries, onMove }: OrderedDocumentsProps): ReactNode {
  const { scroller, visible, rowPx, active, setActive, rowId, activeId, moveBy } = useKeyboardRows(entries.length)
  const [dragged, setDragged] = useState<number>()
  const hintId = useId()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= entries.length) return
    onMove(from, to)
    setActive(to)
    setSaid(`${displayName(entries[from]?.title ?? null)}: ${to + 1} of ${entries.length}`)
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && step !== undefined) move(active, active + step)
    else if (!moveBy(event)) return
    event.preventDefault()
  }
  return (
    <div className={styles.documents}>
      <p id={hintId} className={base.note}>
        Drag a document to its place, or move it with Alt and an arrow.
      </p>
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of HTML cannot be put in order
        role="listbox"
        aria-label="Documents in their order"
        aria-describedby={hintId}
        aria-activedescendant={activeId}
        tabIndex={0}
        className={styles.box}
        onKeyDown={press}
      >
        <div role="presentation" className={styles.rows} style={{ height: entries.length * rowPx }}>
          {visible.map(({ position }) => {
            const { title = '', parcelRef = null, state = 'saved', isOutdated = false } = entries[position] ?? {}
            return (
              <div
                key={position}
                id={rowId(position)}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="option"
                tabIndex={-1}
                aria-selected={position === active}
                aria-posinset={position + 1}
                aria-setsize={entries.length}
                draggable
                className={classes(styles.row, dragged === position && styles.dragged)}
                style={{ transform: `translateY(${position * rowPx}px)` }}
                onPointerDown={() => setActive(position)}
                onDragStart={() => setDragged(position)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => dragged !== undefined && event.preventDefault()}
                onDrop={() => dragged !== undefined && move(dragged, position)}
              >
                <span className={styles.number}>{position + 1}</span>
                <span className={styles.title}>
                  <Foreign text={title} />
                </span>
                <Foreign text={parcelRef} />
                <span className={styles.state}>{isOutdated ? 'its set changed since' : STATES[state]}</span>
              </div>
            )
          })}
        </div>
      </div>
      <VisuallyHidden elementType="output">{said}</VisuallyHidden>
    </div>
  )
}
