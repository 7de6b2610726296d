import { SearchCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../client/desk-client.ts'
import { type FeedView, useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { exactMoment, numberText } from '../../ui/base/words.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { NumberSelect } from '../../ui/fields/NumberSelect.tsx'
import { SettingsSection } from '../section/SettingsSection.tsx'
import { changeFeed } from '../../feed/change-feed.ts'
import styles from './feeds.module.css'

/** Desks that read one firm’s streams take turns, so that they do not all search at the same minute. */
const OF_MANY = 'At this desk’s own minute of each interval'
const MINUTES = [1, 5, 10, 15, 30, 60, 120, 240, 480, 1_440] as const

/** Compares the service’s state with what was known, whether or not messages arrive. */
export function ChecksSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const { checks, followed } = view
  const change = (changed: Partial<FeedView['checks']>): void =>
    void changeFeed('checks', (sessionId) => call('feeds.change', { sessionId, checks: { ...checks, ...changed } }))
  const checkNow = (): void => void changeFeed('checks', (sessionId) => call('feeds.checkNow', { sessionId }))
  const isChecking = followed.some(({ check }) => check.state === 'running')
  return (
    <SettingsSection
      section="checks"
      about={`${view.mode === 'streams' ? OF_MANY : 'At start, after sleep and every few minutes'}, the sets of followed customers are compared with what was known. Changes without a message are listed as “Found by check”.`}
    >
      <Checkbox isSelected={checks.isOn} onChange={(isOn) => change({ isOn })}>
        Check by searching
      </Checkbox>
      <div className={styles.inline}>
        <div className={styles.narrow}>
          <NumberSelect
            label="How often"
            isDisabled={!checks.isOn}
            steps={MINUTES}
            titleOf={everyWords}
            value={checks.everyMinutes}
            onChange={(everyMinutes) => change({ everyMinutes })}
          />
        </div>
        <Button icon={SearchCheck} isDisabled={followed.length === 0 || isChecking} onPress={checkNow}>
          {isChecking ? 'Checking…' : 'Check now'}
        </Button>
      </div>
      <output className={base.muted}>{checkSummary(followed.map(({ check }) => check))}</output>
    </SettingsSection>
  )
}

function everyWords(minutes: number): string {
  if (minutes === 1) return 'Every minute'
  if (minutes % 60 !== 0) return `Every ${minutes} minutes`
  if (minutes === 1_440) return 'Once a day'
  return minutes === 60 ? 'Every hour' : `Every ${minutes / 60} hours`
}

type Check = FeedView['followed'][number]['check']

/** The result of the last checks of all followed customers, in a sentence. */
export function checkSummary(checks: readonly Check[]): string {
  if (checks.length === 0) return 'Follow a customer first.'
  const failed = checks.find(({ state }) => state === 'failed' || state === 'not-signed-in')
  if (failed !== undefined) return failed.sentence
  const times = checks.map(({ at }) => at).filter((at) => at !== null)
  const last = times.toSorted().at(-1)
  if (last === undefined) return 'Nothing checked yet.'
  const found = checks.reduce((sum, check) => sum + check.found, 0)
  const changes = found === 0 ? 'no change' : found === 1 ? '1 change' : `${numberText(found)} changes`
  return `Last checked ${exactMoment(last)}: ${changes} without a message.`
}
