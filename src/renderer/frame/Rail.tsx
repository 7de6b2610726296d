import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { announcedShortcut } from '../ui/announced-shortcut.ts'
import { classes } from '../ui/classes.ts'
import { type Place, PLACES } from './places.ts'
import styles from './Rail.module.css'

export interface RailProps {
  readonly place: Place
  readonly onGo: (place: Place) => void
  /** What waits there: unread, running. Nothing is shown for none. */
  readonly counts: Readonly<Partial<Record<Place, number>>>
}

/** More need no number. */
export const MOST_COUNTED = 99

/** The five places; digits 1 to 5 go there. */
export function Rail({ place: current, onGo, counts }: RailProps): ReactNode {
  return (
    <nav aria-label="Places" className={styles.rail}>
      {PLACES.map(({ place, title, icon: Icon }, index) => (
        <Button
          key={place}
          className={classes(styles.place, place === 'settings' && styles.last)}
          aria-label={nameOf(title, counts[place] ?? 0)}
          onPress={() => onGo(place)}
          {...(place === current ? { 'aria-current': 'page' } : {})}
          {...announcedShortcut(`Mod+${index + 1}`)}
        >
          <span className={styles.icon}>
            <Icon aria-hidden size="1.25rem" strokeWidth={1.5} />
            <Count count={counts[place] ?? 0} />
          </span>
          {title}
        </Button>
      ))}
    </nav>
  )
}

function Count({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null
  // Drawn and no text: the name of the button says it in words.
  return <span className={styles.count} data-count={count > MOST_COUNTED ? `${MOST_COUNTED}+` : count} aria-hidden />
}

function nameOf(title: string, count: number): string {
  if (count === 0) return title
  return count > MOST_COUNTED ? `${title}, more than ${MOST_COUNTED} waiting` : `${title}, ${count} waiting`
}
