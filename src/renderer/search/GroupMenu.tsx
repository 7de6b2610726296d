import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../commands/use-commands.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Menu } from '../ui/actions/Menu.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import { searchStore } from './search-store.ts'

const { grid } = searchStore

const GROUPINGS = [
  { columnId: 'customerName', title: 'Group by customer' },
  { columnId: 'shipmentRef', title: 'Group by shipment' },
  { columnId: null, title: 'No groups' },
] as const

/** The groups of the results: by customer, by shipment, or none; the menus of other columns offer more. */
export function GroupMenu(): ReactNode {
  const groupBy = useStore(grid, ({ layout }) => layout.groupBy)
  const entries = GROUPINGS.map(({ columnId, title }) => ({
    id: `search.group.${columnId ?? 'none'}`,
    title,
    run: () => grid.actions.groupBy(columnId),
  }))
  useCommands(entries.map((entry) => ({ ...entry, group: 'Search' })))
  const ticked = entries.map((entry, at) => ({ ...entry, isTicked: GROUPINGS[at]?.columnId === groupBy }))
  return (
    <Menu
      label="Group"
      trigger={
        <Tooltip text="Group the rows">
          <Button variant="quiet" icon={Layers}>
            Group
          </Button>
        </Tooltip>
      }
      entries={ticked}
    />
  )
}
