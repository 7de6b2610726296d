import { PDFDateString } from 'pdfjs-dist'
import { type ReactNode, useEffect, useState } from 'react'
import { numberText, sizeText, timeText } from '../../ui/base/words.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { OpenedDocument } from '../document/open-document.ts'
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

interface DocumentProperty {
  label: string
  value: string
}

const TEXTS = [
  ['Title', 'Title'],
  ['Author', 'Author'],
  ['Subject', 'Subject'],
  ['Keywords', 'Keywords'],
  ['Creator', 'Written with'],
  ['Producer', 'PDF made by'],
] as const
const DATES = [
  ['CreationDate', 'Created'],
  ['ModDate', 'Changed'],
] as const
const MM_PER_POINT = 25.4 / 72

/** A document’s metadata as text; “–” for what it does not say. Never fails. */
async function readProperties({ pdf, firstPage, bytes }: OpenedDocument): Promise<DocumentProperty[]> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const said: Record<string, unknown> = { ...info }
  const text = (name: string): string => {
    const value = said[name]
    return typeof value === 'string' && value.trim() !== '' ? value : '–'
  }
  const [, , right = 0, top = 0] = firstPage.view
  const [left = 0, bottom = 0] = firstPage.view
  const size = [right - left, top - bottom].map((points) => Math.round(points * firstPage.userUnit * MM_PER_POINT))
  return [
    ...TEXTS.map(([name, label]) => ({ label, value: text(name) })),
    ...DATES.map(([name, label]) => ({ label, value: dateText(text(name)) })),
    { label: 'Pages', value: numberText(pdf.numPages) },
    { label: 'Size of page 1', value: `${size.map((mm) => numberText(mm)).join(' × ')} mm` },
    { label: 'File', value: `${sizeText(bytes)} (${numberText(bytes)} bytes)` },
    { label: 'PDF version', value: text('PDFFormatVersion') },
    { label: 'Protection', value: said['EncryptFilterName'] == null ? 'None' : 'Encrypted' },
  ]
}

/** The date, or the text itself if it is not a date. */
function dateText(said: string): string {
  const date = PDFDateString.toDateObject(said)
  return date === null ? said : timeText(date.toISOString())
}
