import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { classes } from '../../ui/base/classes.ts'
import type { Token } from '../store/save-state.ts'
import styles from './PatternField.module.css'

/** Enough for most patterns; the rest is one press away. */
const SHOWN_FIRST = 7

interface TokenChipsProps {
  readonly tokens: readonly Token[]
  readonly areAllShown: boolean
  readonly onInsert: (token: string) => void
}

/** What a pattern can hold, to click in. */
export function TokenChips({ tokens, areAllShown, onInsert }: TokenChipsProps): ReactNode {
  const shown = areAllShown ? tokens : tokens.slice(0, SHOWN_FIRST)
  return (
    <fieldset aria-label="Tokens" className={styles.chips}>
      {shown.map(({ token, label }) => (
        <AriaButton
          key={token}
          aria-label={`Add {${token}} ${label}`.trim()}
          className={classes(styles.chip)}
          onPress={() => onInsert(token)}
        >
          <span title={label}>{`{${token}}`}</span>
        </AriaButton>
      ))}
    </fieldset>
  )
}
