import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { PreviewModel } from '../create-preview.ts'
import styles from '../Preview.module.css'

/** Page n of m; a number typed here goes to that page. */
export function PageField({ model }: { readonly model: PreviewModel }): ReactNode {
  const pageNumber = useStore(model.store, (state) => state.pageNumber)
  const pageCount = useStore(model.store, (state) => state.pageCount)
  const isShown = useStore(model.store, ({ phase }) => phase.is === 'shown')
  const [typed, setTyped] = useState<string>()
  const go = (): void => {
    if (typed !== undefined) model.stage()?.goTo(Number(typed))
    setTyped(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go()
    // The tools are walked through with the arrows, but inside a number they move the caret.
    if (event.key.startsWith('Arrow')) event.stopPropagation()
  }
  return (
    <span className={styles.pageField}>
      <input
        aria-label="Page"
        {...{ className: styles.pageInput, inputMode: 'numeric', disabled: !isShown, onKeyDown }}
        value={isShown ? (typed ?? pageNumber) : ''}
        size={Math.max(2, String(pageCount).length)}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={go}
      />
      <span className={styles.pageCount}>of {isShown ? pageCount : '–'}</span>
    </span>
  )
}
