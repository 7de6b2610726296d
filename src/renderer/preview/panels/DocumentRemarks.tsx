import { ExternalLink, FileWarning, Info, Paperclip, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { Menu } from '../../ui/actions/Menu.tsx'
import { countOf } from '../../ui/base/words.ts'
import type { PreviewModel } from '../create-preview.ts'
import type { DocumentFacts } from '../document/document-facts.ts'
import type { AttachedFile } from '../preview-store.ts'
import styles from './DocumentRemarks.module.css'

interface DocumentRemarksProps {
  readonly model: PreviewModel
  /** What the transfer found of its bytes. */
  readonly remark: string | null
  readonly signatures: string | undefined
  readonly onSignatures: (() => void) | undefined
  readonly onSaveFile: ((file: AttachedFile) => void) | undefined
  readonly onOpenInReader: (() => void) | undefined
}

/** What must be known of a document that its pages do not show; usually nothing. */
export function DocumentRemarks(props: DocumentRemarksProps): ReactNode {
  const { model, remark, signatures, onSignatures, onSaveFile, onOpenInReader } = props
  const facts = useStore(model.store, (state) => state.facts)
  const damage = remark === null ? [] : [{ text: remark, icon: FileWarning }]
  const remarks = [...damage, ...(facts === undefined ? [] : remarksOn(facts))]
  const attachments = facts?.attachments ?? []
  if (remarks.length === 0 && attachments.length === 0 && signatures === undefined) return null
  const save = async (id: string, name: string): Promise<void> => {
    const bytes: Uint8Array | null | undefined = await model
      .document()
      ?.pdf.getAttachmentContent(id)
      .catch(() => null)
    if (bytes !== undefined) onSaveFile?.({ name, bytes })
  }
  return (
    // A group within the preview, and no landmark of its own; a fieldset would be one of a form.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label="About this document" className={styles.strip}>
      {remarks.map(({ text, icon }) => (
        <span key={text} className={styles.remark}>
          <Glyph icon={icon} size="small" />
          {text}
        </span>
      ))}
      {remarks.length > 0 && onOpenInReader !== undefined && (
        <Button variant="quiet" icon={ExternalLink} onPress={onOpenInReader}>
          Open in the system’s reader
        </Button>
      )}
      {signatures !== undefined && onSignatures !== undefined && (
        <Button variant="quiet" icon={PenLine} onPress={onSignatures}>
          {signatures}
        </Button>
      )}
      {attachments.length > 0 && (
        <Menu
          trigger={
            <Button variant="quiet" icon={Paperclip}>
              {countOf(attachments.length, 'attachment')}
            </Button>
          }
          label="Attachments"
          entries={attachments.map(({ id, name }) => ({
            id,
            title: `Save “${name}”…`,
            isEnabled: onSaveFile !== undefined,
            run: () => void save(id, name),
          }))}
        />
      )}
    </div>
  )
}

interface Remark {
  text: string
  icon: typeof Info
}

function remarksOn({ xfa, isPortfolio, attachments }: DocumentFacts): Remark[] {
  const inside = `${countOf(attachments.length, 'document')} inside; only the cover is shown.`
  return [
    ...(isPortfolio ? [{ text: inside, icon: Paperclip }] : []),
    ...(xfa === 'none' ? [] : [{ text: XFA[xfa], icon: Info }]),
  ]
}

const XFA = {
  all: 'This form can be shown only by Adobe Reader.',
  beside: 'This form has a second shape, which only Adobe Reader shows.',
} as const
