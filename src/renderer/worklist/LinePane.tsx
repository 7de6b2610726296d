import { type ReactNode, useEffect } from 'react'
import { useCurrentRow } from '../grid/events/use-current-row.ts'
import { SetPane } from '../set/SetPane.tsx'
import { setStore, showSet } from '../set/set-store.ts'
import { SetsOfLine } from './SetsOfLine.tsx'
import { worklistGrid } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

/** The set of a line and its preview; where a reference has several sets, all of them to choose from. */
export function LinePane(): ReactNode {
  const line = useCurrentRow(worklistGrid)
  const setIds = line?.setIds ?? []
  useEffect(() => {
    // Lines are read again while sets are found or saved: the one that is looked at stays.
    const { setId } = setStore.getState().worklist
    if (setId === null || !setIds.includes(setId)) showSet('worklist', setIds[0] ?? null)
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
