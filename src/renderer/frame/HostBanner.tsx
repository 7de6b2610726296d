import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { HOST_GONE, hostStore } from '../client/desk-client.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './HostBanner.module.css'

/** Over the whole window, whatever is open: the application behind it has gone. */
export function HostBanner(): ReactNode {
  const isGone = useStore(hostStore, (state) => state.isGone)
  if (!isGone) return null
  return (
    <div className={styles.over}>
      <Banner tone="danger" title={HOST_GONE.message}>
        {HOST_GONE.next} What is shown here may be out of date.
      </Banner>
    </div>
  )
}
