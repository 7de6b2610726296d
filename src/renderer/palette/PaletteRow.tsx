import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { visibleText } from '../../shared/text/plain-text.ts'
import { StateChip } from '../parcel/StateChip.tsx'
import { Kbd } from '../ui/actions/Kbd.tsx'
import { classes } from '../ui/base/classes.ts'
import styles from './Palette.module.css'
import type { PaletteEntry } from './palette-entries.ts'

interface PaletteRowProps {
  readonly entry: PaletteEntry
  readonly id: string
  readonly isActive: boolean
  readonly onPoint: (event: PointerEvent) => void
  readonly onChoose: () => void
}

/** One line of the palette. The keyboard stays in the field; the active line is announced from there. */
export function PaletteRow({ entry, id, isActive, onPoint, onChoose }: PaletteRowProps): ReactNode {
  const row = useRef<HTMLDivElement>(null)
  const { title, details, state, shortcut } = entry
  useLayoutEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // The keys of an option are handled by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the option of HTML holds nothing but words
      role="option"
      aria-selected={isActive}
      className={classes(styles.row, isActive && styles.active)}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <bdi className={styles.title}>
        {title.map(({ text, isFound }, at) => (isFound ? <mark key={at}>{text}</mark> : text))}
      </bdi>
      <span className={styles.details}>
        {details.map((detail, at) => (
          <bdi key={at}>{detail}</bdi>
        ))}
      </span>
      {state !== null && (
        <span className={styles.state}>
          <StateChip state={visibleText(state)} />
        </span>
      )}
      {shortcut !== undefined && <Kbd shortcut={shortcut} />}
    </div>
  )
}
