import { type ReactNode, useState } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './UpdateBanner.module.css'
import { installUpdate } from './updates-actions.ts'

/** One line once a newer version can be installed, until it is put off. */
export function UpdateBanner(): ReactNode {
  const { state, version, sentence } = useDesk((desk) => desk.updates)
  const [later, setLater] = useState<string | null>(null)
  if (state !== 'ready' || later === version) return null
  return (
    <div className={styles.over}>
      <Banner
        tone="info"
        title={sentence}
        action={
          <>
            <Button variant="plain" onPress={() => void installUpdate()}>
              Install update and restart
            </Button>
            <Button variant="quiet" onPress={() => setLater(version)}>
              Later
            </Button>
          </>
        }
      />
    </div>
  )
}
