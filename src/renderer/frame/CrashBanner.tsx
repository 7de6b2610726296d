import type { ReactNode } from 'react'
import { call } from '../client/desk-client.ts'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { saveSupportBundle, toastIfFailed } from '../client/notify.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './CrashBanner.module.css'

/** What stopped or could not be drawn, as the start of a sentence, by where it happened. */
const TITLES: Readonly<Record<string, string>> = {
  page: 'A part of the window stopped unexpectedly',
  'second window': 'The second window closed unexpectedly',
  'command line': 'A command of Parcel Desk ended unexpectedly',
}

/** Says once that something went wrong that nobody expected. */
export function CrashBanner(): ReactNode {
  const crash = useDesk((desk) => desk.crash)
  const maySave = useLocked('supportBundle') === undefined
  if (crash === null) return null
  return (
    <div className={styles.over}>
      <Banner
        tone="warning"
        title={TITLES[crash.where] ?? 'Parcel Desk stopped unexpectedly'}
        action={
          <>
            {maySave && (
              <Button variant="plain" onPress={() => void toastIfFailed(saveBundle())}>
                Save support bundle…
              </Button>
            )}
            <Button variant="quiet" onPress={() => void toastIfFailed(call('diagnostics.dismissCrash', {}))}>
              Dismiss
            </Button>
          </>
        }
      >
        Saved documents are kept and jobs can be resumed. A record of it lies on this computer; nothing was sent. If it
        happens again, {maySave ? 'save a support bundle and pass it on' : 'tell your IT department'}.
      </Banner>
    </div>
  )
}

/** Once it is saved, the user has taken note. */
async function saveBundle(): Promise<void> {
  if (await saveSupportBundle()) await call('diagnostics.dismissCrash', {})
}
