import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../../client/desk-client.ts'
import { type FeedView, useDesk, useLocked } from '../../../client/desk-store.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { shortMoment } from '../../../ui/base/words.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { KeptField } from '../../../ui/fields/KeptField.tsx'
import { LockedField } from '../../../ui/fields/LockedField.tsx'
import { SettingsSection } from '../../section/SettingsSection.tsx'
import { applyFeedCall, changeFeed, type FeedCall } from '../../../feed/change-feed.ts'
import styles from '../feeds.module.css'
import { AlertRules } from './AlertRules.tsx'

/** When desktop notifications are shown. The Inbox has every change either way. */
export function AlertsSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const { alerts, pausedUntil } = view
  const request =
    (changed: Partial<FeedView['alerts']>): FeedCall =>
    (sessionId) =>
      call('feeds.change', { sessionId, alerts: { ...alerts, ...changed } })
  const change = (changed: Partial<FeedView['alerts']>): void => void changeFeed('alerts', request(changed))
  return (
    <SettingsSection
      section="alerts"
      about="A notification on the screen when something changes. The Inbox lists every change either way."
    >
      <Checkbox isSelected={alerts.isOn} onChange={(isOn) => change({ isOn })}>
        Show notifications
      </Checkbox>
      {alerts.isOn && (
        <>
          <Pause pausedUntil={pausedUntil} />
          <QuietHours quiet={alerts.quiet} onChange={(quiet) => change({ quiet })} />
          <AlertRules
            rules={alerts.rules}
            onChange={(rules) => change({ rules: [...rules] })}
            onKeep={(rules) => applyFeedCall(request({ rules: [...rules] }))}
          />
        </>
      )}
    </SettingsSection>
  )
}

function Pause({ pausedUntil }: { readonly pausedUntil: string | null }): ReactNode {
  const pause = (minutes: number): void =>
    void changeFeed('alerts', (sessionId) => call('feeds.pauseAlerts', { sessionId, minutes }))
  if (pausedUntil === null) {
    return (
      <div className={styles.inline}>
        <Button icon={BellOff} onPress={() => pause(60)}>
          Pause for an hour
        </Button>
      </div>
    )
  }
  return (
    <Banner
      tone="info"
      title={`No notifications until ${shortMoment(pausedUntil)}`}
      action={
        <Button icon={BellRing} onPress={() => pause(0)}>
          Show them again
        </Button>
      }
    />
  )
}

type Quiet = NonNullable<FeedView['alerts']['quiet']>

interface QuietHoursProps {
  readonly quiet: Quiet | null
  readonly onChange: (quiet: Quiet | null) => void
}

const USUAL: Quiet = { from: '19:00', to: '07:00' }
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** The hours without notifications; they span midnight if the end is before the start. */
function QuietHours({ quiet, onChange }: QuietHoursProps): ReactNode {
  const by = useLocked('quietHours')
  if (by !== undefined && quiet !== null) {
    return <LockedField label="No notifications" value={`from ${quiet.from} until ${quiet.to}`} by={by} />
  }
  return (
    <>
      <Checkbox isSelected={quiet !== null} onChange={(isOn) => onChange(isOn ? USUAL : null)}>
        No notifications at certain hours
      </Checkbox>
      {quiet !== null && (
        <div className={styles.inline}>
          <TimeField label="Quiet from" time={quiet.from} onKeep={(from) => onChange({ ...quiet, from })} />
          <TimeField label="Quiet until" time={quiet.to} onKeep={(to) => onChange({ ...quiet, to })} />
        </div>
      )}
    </>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly time: string
  readonly onKeep: (time: string) => void
}

function TimeField({ time, ...field }: TimeFieldProps): ReactNode {
  const problemOf = (typed: string): string | undefined => (TIME_OF_DAY.test(typed) ? undefined : 'As 19:00')
  return (
    <div className={styles.time}>
      <KeptField placeholder="19:00" value={time} problemOf={problemOf} {...field} />
    </div>
  )
}
