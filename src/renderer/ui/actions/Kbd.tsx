import type { ReactNode } from 'react'
import { IS_MAC, shortcutKeys } from '../base/shortcut.ts'
import styles from './Kbd.module.css'

/** A shortcut as keys: “Ctrl K”. Hidden from screen readers, because its control announces it. */
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
