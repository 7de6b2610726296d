import { Circle, CircleDot, Loader, type LucideIcon, SearchCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { goToSection } from '../settings/section/go-to-section.ts'
import { type FeedView, useDesk } from '../client/desk-store.ts'
import { goTo } from '../client/place-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { classes } from '../ui/base/classes.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import styles from './FeedHealth.module.css'

type Health = FeedView['health']['state'] | 'checks'

interface Look {
  readonly word: string
  readonly icon: LucideIcon
}

const LOOKS: Readonly<Record<Health, Look>> = {
  off: { word: 'Feed off', icon: Circle },
  checks: { word: 'Checks only', icon: SearchCheck },
  connecting: { word: 'Feed connecting', icon: Loader },
  live: { word: 'Feed live', icon: CircleDot },
  trouble: { word: 'Feed: trouble', icon: TriangleAlert },
}

/** In the top bar: whether anything tells this desk of changes. Leads to what came, or to what has to be set up. */
export function FeedHealth(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const health = healthOf(view)
  const { word, icon } = LOOKS[health]
  const isTrouble = health === 'trouble'
  const { sentence } = view.health
  const isToBeSetUp = health === 'off' || isTrouble
  const run = (): void =>
    isToBeSetUp ? goToSection(view.followed.length === 0 ? 'followed' : 'queues') : goTo('inbox')
  return (
    <Tooltip text={sentence}>
      <Button variant="quiet" aria-label={isTrouble ? `${word}. ${sentence}` : word} onPress={run}>
        <span className={classes(styles.health, styles[health])}>
          <Glyph icon={icon} size="small" />
          <span className={styles.word}>{word}</span>
          {isTrouble && <span className={styles.why}>{sentence}</span>}
        </span>
      </Button>
    </Tooltip>
  )
}

/** Without a queue the checks alone are no trouble, and not nothing. */
function healthOf({ health, checks, followed }: FeedView): Health {
  return health.state === 'off' && checks.isOn && followed.length > 0 ? 'checks' : health.state
}
