import { Download, Inbox, type LucideIcon, Search, Settings, TableProperties } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { Place } from '../client/place-store.ts'
import { classes } from '../ui/base/classes.ts'
import { announcedShortcut } from '../ui/base/shortcut.ts'
import styles from './Rail.module.css'

export interface RailProps {
  readonly place: Place
  readonly onGo: (place: Place) => void
  /** What waits there: unread, running. Zero shows nothing. */
  readonly counts: Readonly<Partial<Record<Place, number>>>
  /** What is wrong there. Visible from every place until it is fixed. */
  readonly troubles: Readonly<Partial<Record<Place, Trouble>>>
}

interface Trouble {
  readonly text: string
  readonly tone: 'danger' | 'warning'
}

/** Above this no exact number is shown. */
export const MAX_COUNT = 99

/** The five places; digits 1 to 5 go there. */
export function Rail({ place: current, onGo, counts, troubles }: RailProps): ReactNode {
  return (
    <nav aria-label="Places" className={styles.rail}>
      {PLACES.map(({ place, title, icon: Icon }, index) => (
        <Button
          key={place}
          className={classes(styles.place, place === 'settings' && styles.last)}
          aria-label={nameOf(title, counts[place] ?? 0, troubles[place]?.text ?? '')}
          onPress={() => onGo(place)}
          {...(place === current ? { 'aria-current': 'page' } : {})}
          {...announcedShortcut(`Mod+${index + 1}`)}
        >
          <span className={styles.icon}>
            <Icon aria-hidden size="1.25rem" strokeWidth={1.5} />
            <Count count={counts[place] ?? 0} tone={troubles[place]?.tone} />
          </span>
          {title}
        </Button>
      ))}
    </nav>
  )
}

function Count({ count, tone }: { readonly count: number; readonly tone: Trouble['tone'] | undefined }): ReactNode {
  if (count === 0 && tone === undefined) return null
  const text = count > MAX_COUNT ? `${MAX_COUNT}+` : count
  // Drawn, not text: the button’s name says it in words.
  return (
    <span
      className={classes(styles.count, tone !== undefined && styles[tone])}
      data-count={tone !== undefined && count === 0 ? '!' : text}
      aria-hidden
    />
  )
}

function nameOf(title: string, count: number, trouble: string): string {
  const waiting = count > MAX_COUNT ? `more than ${MAX_COUNT} waiting` : `${count} waiting`
  return [title, count === 0 ? '' : waiting, trouble].filter((part) => part !== '').join(', ')
}

interface PlaceFacts {
  readonly place: Place
  readonly title: string
  readonly icon: LucideIcon
}

/** From top to bottom; the position of each is its key. */
export const PLACES: readonly PlaceFacts[] = [
  { place: 'inbox', title: 'Inbox', icon: Inbox },
  { place: 'search', title: 'Search', icon: Search },
  { place: 'worklist', title: 'Worklist', icon: TableProperties },
  { place: 'downloads', title: 'Downloads', icon: Download },
  { place: 'settings', title: 'Settings', icon: Settings },
]
