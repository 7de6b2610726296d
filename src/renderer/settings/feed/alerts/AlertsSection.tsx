import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../../client/desk-client.ts'
import { SettingsSection } from '../../section/SettingsSection.tsx'
import { shortMoment } from '../../../ui/base/words.ts'
import type { FeedView } from '../../../client/desk-store.ts'
import { useDesk } from '../../../client/use-desk.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { AlertRules } from './AlertRules.tsx'
import { changeFeed } from '../change-feed.ts'
import styles from '../feeds.module.css'
import { QuietHours } from './QuietHours.tsx'

/** When the desktop says something, and when it keeps quiet. The Inbox has everything either way. */
export function AlertsSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  if (view === undefined) return null
  const { alerts, pausedUntil } = view
  const change = (changed: Partial<FeedView['alerts']>): void =>
    void changeFeed('alerts', (sessionId) => call('feeds.change', { sessionId, alerts: { ...alerts, ...changed } }))
  return (
    <SettingsSection
      section="alerts"
      title="Desktop notifications"
      about="A hint on the screen when something comes. Whatever is not shown is in the Inbox all the same."
    >
      <Checkbox isSelected={alerts.isOn} onChange={(isOn) => change({ isOn })}>
        Show notifications
      </Checkbox>
      {alerts.isOn && (
        <>
          <Pause pausedUntil={pausedUntil} />
          <QuietHours quiet={alerts.quiet} onChange={(quiet) => change({ quiet })} />
          <AlertRules rules={alerts.rules} onChange={(rules) => change({ rules: [...rules] })} />
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
