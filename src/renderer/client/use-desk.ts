import { useStore } from 'zustand'
import { deskStore, type DeskState } from './desk-store.ts'

/** Reads what the main process holds. For components below the one that waits for the first snapshot. */
export function useDesk<T>(select: (desk: DeskState) => T): T {
  return useStore(deskStore, ({ desk }) => {
    if (desk === undefined) throw new Error('the desk is not connected yet')
    return select(desk)
  })
}
