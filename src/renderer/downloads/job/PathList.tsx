import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf, displayName } from '../../ui/base/words.ts'
import { useVirtualRows } from '../../ui/rows/use-keyboard-rows.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import styles from './VerifyDialog.module.css'

const ROW_REM = 1.5

interface PathListProps {
  readonly label: string
  readonly means: string
  readonly paths: readonly string[]
}

/** Files by path; there may be very many. */
export function PathList({ label, means, paths }: PathListProps): ReactNode {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(paths.join('\r\n'))
    showToast({ text: `${countOf(paths.length, 'path')} copied.` })
  }
  return (
    <div className={styles.paths}>
      <div className={styles.head}>
        <p>{means}</p>
        <Button variant="quiet" icon={Copy} onPress={() => void copy()}>
          Copy list
        </Button>
      </div>
      <Paths label={label} paths={paths} />
    </div>
  )
}

function Paths({ label, paths }: Pick<PathListProps, 'label' | 'paths'>): ReactNode {
  const { scroller, virtualizer } = useVirtualRows(paths.length, ROW_REM)
  return (
    // What scrolls takes the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroller} aria-label={label} tabIndex={0} className={styles.box}>
      <ul className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            aria-posinset={index + 1}
            aria-setsize={paths.length}
            title={displayName(paths[index] ?? null)}
            className={styles.row}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Foreign text={paths[index] ?? null} />
          </li>
        ))}
      </ul>
    </section>
  )
}
