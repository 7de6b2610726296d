import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import type { GridStore } from './store/create-grid-store.ts'

/** In place of rows that the filter hides, all of them. */
export function NothingPasses<Row>({ store }: { readonly store: GridStore<Row> }): ReactNode {
  const { rowCount } = store.getState()
  return (
    <>
      <p>No row matches the filter. {rowCount.toLocaleString('en')} are loaded.</p>
      <Button onPress={store.actions.clearFilters}>Clear the filter</Button>
    </>
  )
}
