import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import styles from './SplitPane.module.css'

interface OverlayPaneProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Where keys do something with what is shown, they are the pane’s own; else Enter goes back. */
  readonly focuses: 'back' | 'content'
}

/** The pane where there is no room beside the main part. It has the focus while it is open, and gives it back. */
export function OverlayPane({ label, onClose, children, focuses }: OverlayPaneProps): ReactNode {
  const back = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    if (focuses === 'back') back.current?.querySelector('button')?.focus()
    else back.current?.parentElement?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [focuses])
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to what is inside
    <section aria-label={label} className={styles.over} tabIndex={-1} onKeyDown={closeOnEscape}>
      <div ref={back} className={styles.back}>
        <Button variant="quiet" icon={ArrowLeft} shortcut="Escape" onPress={onClose}>
          Back
        </Button>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
