import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, Tag, TagGroup, TagList } from 'react-aria-components'
import { Glyph } from '../actions/Glyph.tsx'
import { classes } from '../base/classes.ts'
import { Foreign } from '../base/Foreign.tsx'
import { displayName, numberText } from '../base/words.ts'
import styles from './Chip.module.css'

export interface ChipItem {
  readonly id: string
  readonly title: string
  /** More about it, on hover. */
  readonly hint?: string
  /** In red; the hint says why. */
  readonly isWrong?: boolean
}

interface ChipListProps {
  readonly label: string
  readonly chips: readonly ChipItem[]
  readonly onRemove: (ids: readonly string[]) => void
  readonly isMono?: boolean
}

/** The first few of hundreds of references and their number say enough; the rest is one press away. */
const MAX_SHOWN = 12

/** The chosen items, each removable by its cross, or by Delete while focused. Arrow keys go from chip to chip. */
export function ChipList({ label, chips, onRemove, isMono = false }: ChipListProps): ReactNode {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? chips : chips.slice(0, MAX_SHOWN)
  const hidden = chips.length - MAX_SHOWN
  return (
    <>
      <TagGroup
        aria-label={label}
        className={classes(styles.group)}
        onRemove={(keys) => onRemove([...keys].map((key) => String(key)))}
      >
        <TagList items={shown} className={classes(styles.list)}>
          {({ id, title, hint, isWrong = false }) => (
            <Tag
              id={id}
              textValue={displayName(title)}
              className={classes(styles.chip, isWrong && styles.danger, isMono && styles.mono)}
            >
              <span className={styles.words} title={displayName(hint ?? title)}>
                <Foreign text={title} />
              </span>
              <Button slot="remove" className={classes(styles.remove)}>
                <Glyph icon={X} size="small" />
              </Button>
            </Tag>
          )}
        </TagList>
      </TagGroup>
      {hidden > 0 && (
        <Button slot={null} className={classes(styles.more)} onPress={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `+ ${numberText(hidden)} more`}
        </Button>
      )}
    </>
  )
}

interface ChipProps {
  readonly children: ReactNode
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
}

/** A short fact in a frame: “saved”, “new”, a token. Its words say it all; the colour only repeats them. */
export function Chip({ children, tone = 'neutral' }: ChipProps): ReactNode {
  return <span className={classes(styles.chip, styles[tone])}>{children}</span>
}
