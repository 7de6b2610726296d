import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { visibleLines } from '../../shared/text/plain-text.ts'
import { cellText } from '../grid/columns/grid-column.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { copyText } from '../ui/feedback/copy-text.ts'
import { Unknown } from '../ui/feedback/Unknown.tsx'
import { Fact, Facts } from '../ui/layout/Facts.tsx'
import { setColumns } from './set-columns.ts'
import type { SetView } from './set-store.ts'
import styles from './SetPane.module.css'

/** Every field as shown, and the whole row as the service sent it. */
export function SetFields({ set }: { readonly set: SetView }): ReactNode {
  return (
    <div className={styles.fields}>
      <Facts>
        {setColumns.map((column) => {
          const text = cellText(column.value(set.row))
          const received = column.received?.(set.row) ?? null
          return (
            <Fact key={column.id} name={column.title} isMono={column.isMono === true}>
              {text === '' ? <Unknown received={received ?? ''} /> : <Foreign text={text} />}
              {received !== null && received !== text && (
                <span className={styles.received}>
                  “<Foreign text={received} />”
                </span>
              )}
            </Fact>
          )
        })}
      </Facts>
      <div className={styles.asReceived}>
        <h3>As received</h3>
        <Button variant="quiet" icon={Copy} onPress={() => void copyText(set.received, 'Set copied as received')}>
          Copy
        </Button>
      </div>
      <pre>{visibleLines(set.received)}</pre>
    </div>
  )
}
