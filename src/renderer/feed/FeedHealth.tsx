import { Circle, CircleDot, Loader, type LucideIcon, SearchCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FeedView, useDesk } from '../client/desk-store.ts'
import { goTo } from '../client/place-store.ts'
import { goToSection } from '../client/go-to-section.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import styles from './FeedHealth.module.css'

type Health = FeedView['health']['state'] | 'checks'

interface HealthLabel {
  readonly word: string
  readonly icon: LucideIcon
  readonly tone?: 'muted' | 'success' | 'warning'
}

const HEALTH_LABELS: Readonly<Record<Health, HealthLabel>> = {
  off: { word: 'Feed off', icon: Circle, tone: 'muted' },
  checks: { word: 'Checks only', icon: SearchCheck },
  connecting: { word: 'Feed connecting', icon: Loader },
  live: { word: 'Feed live', icon: CircleDot, tone: 'success' },
  trouble: { word: 'Feed: trouble', icon: TriangleAlert, tone: 'warning' },
}

/** In the top bar: whether changes reach this desk. Leads to the inbox, or to what has to be set up. */
export function FeedHealth(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const health = healthOf(view)
  const { word, icon, tone } = HEALTH_LABELS[health]
  const isTrouble = health === 'trouble'
  const { sentence } = view.health
  const isToBeSetUp = health === 'off' || isTrouble
  const run = (): void =>
    isToBeSetUp
      ? goToSection(view.followed.length === 0 ? 'followed' : view.mode === 'streams' ? 'streams' : 'queues')
      : goTo('inbox')
  return (
    <Tooltip text={sentence}>
      <Button variant="quiet" aria-label={isTrouble ? `${word}. ${sentence}` : word} onPress={run}>
        <span className={classes(styles.health, tone && base[tone])}>
          <Glyph icon={icon} size="small" />
          <span className={styles.word}>{word}</span>
          {isTrouble && <span className={classes(styles.why, base.ellipsis)}>{sentence}</span>}
        </span>
      </Button>
    </Tooltip>
  )
}

/** Checks without a queue are neither trouble nor “off”. */
function healthOf({ health, checks, followed }: FeedView): Health {
  return health.state === 'off' && checks.isOn && followed.length > 0 ? 'checks' : health.state
}
