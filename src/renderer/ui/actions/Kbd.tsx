import type { ReactNode } from 'react'
import styles from './Kbd.module.css'
import { IS_MAC, shortcutKeys } from '../base/shortcut.ts'

/** A shortcut as keys: “Ctrl K”. The control that it belongs to tells it to screen readers, so it is silent itself. */
export function Kbd({ shortcut }: { readonly shortcut: string }): ReactNode {
  return (
    <span className={styles.keys} aria-hidden>
      {shortcutKeys(shortcut, IS_MAC).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
