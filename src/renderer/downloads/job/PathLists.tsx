import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { Tabs } from '../../ui/actions/Tabs.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { countOf, displayName } from '../../ui/base/words.ts'
import { copyText } from '../../ui/feedback/toast-queue.ts'
import { useKeyboardRows } from '../../ui/rows/use-keyboard-rows.ts'
import styles from './VerifyDialog.module.css'

interface PathListProps {
  readonly label: string
  readonly explanation: string
  readonly paths: readonly string[]
}

interface PathListsProps<Id extends string> {
  readonly label: string
  readonly lists: readonly (Omit<PathListProps, 'label'> & { readonly id: Id; readonly title: string })[]
}

/** Files by what became of them, a tab for each; nothing where there are none. */
export function PathLists<Id extends string>({ label, lists }: PathListsProps<Id>): ReactNode {
  const [first] = lists
  const [shown, setShown] = useState(first?.id)
  if (shown === undefined) return null
  return (
    <div className={styles.lists}>
      <Tabs
        label={label}
        selected={shown}
        onSelect={setShown}
        tabs={lists.map(({ id, title, explanation, paths }) => ({
          id,
          title,
          count: paths.length,
          content: <PathList label={title} explanation={explanation} paths={paths} />,
        }))}
      />
    </div>
  )
}

/** Files by path; possibly very many. */
function PathList({ label, explanation, paths }: PathListProps): ReactNode {
  return (
    <div className={styles.paths}>
      <div className={styles.head}>
        <p>{explanation}</p>
        <Button
          variant="quiet"
          icon={Copy}
          onPress={() => void copyText(paths.join('\r\n'), `${countOf(paths.length, 'path')} copied`)}
        >
          Copy list
        </Button>
      </div>
      <Paths label={label} paths={paths} />
    </div>
  )
}

function Paths({ label, paths }: Pick<PathListProps, 'label' | 'paths'>): ReactNode {
  const { scroller, visible, rowPx } = useKeyboardRows(paths.length)
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroller} aria-label={label} tabIndex={0} className={styles.box}>
      <ul className={styles.rows} style={{ height: paths.length * rowPx }}>
        {visible.map(({ position }) => (
          <li
            key={position}
            aria-posinset={position + 1}
            aria-setsize={paths.length}
            title={displayName(paths[position] ?? null)}
            className={styles.row}
            style={{ transform: `translateY(${position * rowPx}px)` }}
          >
            <Foreign text={paths[position] ?? null} />
          </li>
        ))}
      </ul>
    </section>
  )
}
