import { memo, type ReactNode } from 'react'
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
}

/**
 * One line of the palette, drawn again only when it changes: some forty are listed at each key press. The keyboard stays in
 * the field, which announces the active line; the list takes the clicks.
 */
export const PaletteRow = memo(function PaletteRow({ entry, id, isActive }: PaletteRowProps): ReactNode {
  const { title, details, state, shortcut } = entry
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the option of HTML holds nothing but words
      role="option"
      aria-selected={isActive}
      className={classes(styles.row, isActive && styles.active)}
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
})
