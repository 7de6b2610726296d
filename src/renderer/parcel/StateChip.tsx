import type { ReactNode } from 'react'
import { foldState, stateLabel } from '../../shared/text/fold-state.ts'
import { classes } from '../ui/base/classes.ts'
import styles from './StateChip.module.css'
import { StateGlyph, type StateShape } from './StateGlyph.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'

interface StateChipProps {
  /** As received; an unknown state is shown as it is. */
  readonly state: string
  /** In a heading, with a coloured ground; rows of a grid go without. */
  readonly isStrong?: boolean
}

const SHAPES: Readonly<Record<string, StateShape>> = {
  drafted: 'drafted',
  signed: 'signed',
  issued: 'issued',
  title_held: 'held',
  transfer_drafted: 'transfer',
}

/** The state of a set by drawing, word and colour together, so that no one of them has to be seen. */
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
