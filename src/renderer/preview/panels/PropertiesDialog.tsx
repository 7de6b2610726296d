import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import type { PreviewModel } from '../create-preview.ts'
import { type DocumentProperty, readProperties } from '../document/read-properties.ts'
import styles from './PropertiesDialog.module.css'

interface PropertiesDialogProps {
  readonly model: PreviewModel
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The document’s metadata. */
export function PropertiesDialog({ model, name, isOpen, onClose }: PropertiesDialogProps): ReactNode {
  const [properties, setProperties] = useState<DocumentProperty[]>([])
  useEffect(() => {
    const opened = model.document()
    if (!isOpen || opened === undefined) return undefined
    const stop = new AbortController()
    void readProperties(opened).then((read) => {
      if (!stop.signal.aborted) setProperties(read)
    })
    return () => stop.abort()
  }, [model, isOpen])
  return (
    <Dialog title="Document properties" isOpen={isOpen} onClose={onClose} size="small">
      <dl className={styles.properties}>
        <dt>Name</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        {properties.map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
