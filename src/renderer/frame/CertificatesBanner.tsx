import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './CrashBanner.module.css'

/** Why nothing connects yet; at the sign-in form too. */
export function CertificatesBanner(): ReactNode {
  if (!useDesk((desk) => desk.isReadingCertificates)) return null
  return (
    <div className={styles.over}>
      <Banner tone="info" title="Reading the system’s certificates…">
        This computer takes long to name the certificate authorities that it trusts. Connections wait for them and then
        go on by themselves.
      </Banner>
    </div>
  )
}
