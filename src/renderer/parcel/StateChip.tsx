import type { ReactNode } from 'react'
import { foldState, stateLabel } from '../../shared/text/set-fields.ts'
import { classes } from '../ui/base/classes.ts'
import { Unknown } from '../ui/base/Foreign.tsx'
import styles from './StateChip.module.css'

interface StateChipProps {
  /** As received; an unknown state is shown as it is. */
  readonly state: string
  /** With a coloured background, for headings; not in grid rows. */
  readonly isStrong?: boolean
}

const SHAPES: Readonly<Record<string, StateShape>> = {
  drafted: 'drafted',
  signed: 'signed',
  issued: 'issued',
  title_held: 'held',
  transfer_drafted: 'transfer',
}

/** The state of a set as symbol, word and colour together, so that none of them is needed alone. */
export function StateChip({ state, isStrong = false }: StateChipProps): ReactNode {
  if (state.trim() === '') return <Unknown received={state} />
  const shape = SHAPES[foldState(state)] ?? 'other'
  return (
    <span className={classes(styles.chip, styles[shape], isStrong && styles.strong)} title={`Received: “${state}”`}>
      <StateGlyph shape={shape} />
      <span className={styles.word}>{stateLabel(state)}</span>
    </span>
  )
}

export type StateShape = 'drafted' | 'signed' | 'issued' | 'held' | 'transfer' | 'other'

/**
 * A set’s life in one family of symbols: outline, half, full, then the holder’s key and the hand-over. Each is one path, so that
 * in a row that scrolls into view only its line changes.
 */
function StateGlyph({ shape }: { readonly shape: StateShape }): ReactNode {
  return (
    <svg className={styles.glyph} width="0.875rem" height="0.875rem" viewBox="0 0 14 14" aria-hidden>
      <path d={GLYPHS[shape]} />
    </svg>
  )
}

const CIRCLE = 'M7 2a5 5 0 0 0 0 10a5 5 0 0 0 0-10'

const GLYPHS: Readonly<Record<StateShape, string>> = {
  drafted: CIRCLE,
  // The right half there and back, which is a line that encloses nothing to fill.
  signed: 'M7 2a5 5 0 0 0 0 10Za5 5 0 0 1 0 10a5 5 0 0 0 0-10',
  issued: CIRCLE,
  held: 'M1.75 9.5a2.75 2.75 0 0 0 5.5 0a2.75 2.75 0 0 0-5.5 0M6.5 7.5l5.5-5.5M9.5 4.5l2 2',
  transfer: 'M1.5 7h10.5M8 3l4 4-4 4',
  other: CIRCLE,
}
