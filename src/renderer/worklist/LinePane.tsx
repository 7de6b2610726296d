import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { call, failureIn, type ShownFailure } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { useCurrentRow } from '../grid/store/grid-hooks.ts'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import type { SetRow } from '../set/set-columns.ts'
import { setStore } from '../set/set-store.ts'
import { SetPane } from '../set/SetPane.tsx'
import { numberText } from '../ui/base/words.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'
import { worklistStore } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

/** The set of a line and its preview; if a reference has several sets, all of them to choose from. */
export function LinePane(): ReactNode {
  const line = useCurrentRow(worklistStore.grid)
  const setIds = line?.setIds ?? []
  useEffect(() => {
    // Lines are read again while sets are found or saved: the set on the screen stays.
    const { setId } = setStore.getState().worklist
    if (setId === null || !setIds.includes(setId)) setStore.actions.show('worklist', setIds[0] ?? null)
  })
  return (
    <div className={styles.linePane}>
      {line !== undefined && setIds.length > 1 && (
        <SetsOfLine key={line.reference} reference={line.reference} setIds={setIds} />
      )}
      <SetPane place="worklist" />
    </div>
  )
}

interface SetsOfLineProps {
  readonly reference: string
  readonly setIds: readonly string[]
}

/** Every set of a reference that has several, of any customer: each of them counts. */
function SetsOfLine({ reference, setIds }: SetsOfLineProps): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const [rows, setRows] = useState<readonly SetRow[]>([])
  const [failure, setFailure] = useState<ShownFailure>()
  const key = setIds.join('\n')
  useEffect(() => {
    let isCurrent = true
    call('sets.rows', { sessionId, setIds: key.split('\n') }).then(
      (answer) => isCurrent && setRows(answer.rows),
      (thrown: unknown) => isCurrent && setFailure(failureIn(thrown)),
    )
    return () => {
      isCurrent = false
    }
  }, [sessionId, key])
  const title = `${numberText(setIds.length)} sets of ${reference}`
  return (
    <section aria-label={title} className={styles.sets}>
      <h2>{title}</h2>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <ul>
        {rows.map((row) => (
          <SetOfLine key={row.setId} row={row} />
        ))}
      </ul>
    </section>
  )
}

function SetOfLine({ row }: { readonly row: SetRow }): ReactNode {
  const isShown = useStore(setStore, ({ worklist }) => worklist.setId === row.setId)
  return (
    <li>
      <button type="button" aria-pressed={isShown} onClick={() => setStore.actions.show('worklist', row.setId)}>
        <span className={styles.parcel}>{row.parcelRef ?? <Unknown />}</span>
        <StateChip state={row.status ?? ''} />
        <span className={styles.customer}>{row.customerName ?? <Unknown />}</span>
        <SignatureBar signature={row.signature ?? ''} isShort />
      </button>
    </li>
  )
}
