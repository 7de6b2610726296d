import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import type { SetRow } from '../set/set-columns.ts'
import { setStore, showSet } from '../set/set-store.ts'
import { useDesk } from '../client/desk-store.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'
import styles from './WorklistScreen.module.css'

interface SetsOfLineProps {
  readonly reference: string
  readonly setIds: readonly string[]
}

/** Every set of a reference that several have, of whichever customer: none of them stands for the others. */
export function SetsOfLine({ reference, setIds }: SetsOfLineProps): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const [rows, setRows] = useState<readonly SetRow[]>([])
  const [failure, setFailure] = useState<DescribedFailure>()
  const wanted = setIds.join('\n')
  useEffect(() => {
    let isWanted = true
    call('sets.rows', { sessionId, setIds: wanted.split('\n') }).then(
      (answer) => isWanted && setRows(answer.rows),
      (thrown: unknown) => isWanted && setFailure(failureIn(thrown)),
    )
    return () => {
      isWanted = false
    }
  }, [sessionId, wanted])
  const title = `${setIds.length.toLocaleString('en')} sets of ${reference}`
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
      <button type="button" aria-pressed={isShown} onClick={() => showSet('worklist', row.setId)}>
        <span className={styles.parcel}>{row.parcelRef ?? <Unknown />}</span>
        <StateChip state={row.status ?? ''} />
        <span className={styles.customer}>{row.customerName ?? <Unknown />}</span>
        <SignatureBar signature={row.signature ?? ''} isShort />
      </button>
    </li>
  )
}
