import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { GridStore } from './store/create-grid-store.ts'

/** Lets the store work ahead whenever the page has nothing better to do, so that the first letter of a filter finds it ready. */
export function useIdlePreparing<Row>(store: GridStore<Row>): void {
  const rowCount = useStore(store, (state) => state.rowCount)
  useEffect(() => {
    let handle = 0
    const goOn = (deadline: IdleDeadline): void => {
      if (!store.actions.prepare(() => deadline.timeRemaining() > 1)) handle = requestIdleCallback(goOn)
    }
    if (rowCount > 0) handle = requestIdleCallback(goOn)
    return () => cancelIdleCallback(handle)
  }, [store, rowCount])
}
