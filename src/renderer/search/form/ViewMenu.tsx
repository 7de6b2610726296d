import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { Menu } from '../../ui/actions/Menu.tsx'
import { numberText } from '../../ui/base/words.ts'
import { searchStore } from '../search-store.ts'
import { countOfView, showView, VIEWS } from '../views.ts'

const { grid } = searchStore

/** What is looked for every day among the results, with how many there are. */
export function ViewMenu(): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const rows = useStore(grid, ({ rowCount }) => rowCount)
  const views = isOpen ? VIEWS.map((view) => ({ view, count: countOfView(view) })) : []
  return (
    <Menu
      label="Views"
      trigger={
        <Button variant="quiet" icon={Eye} isDisabled={rows === 0}>
          View
        </Button>
      }
      onOpenChange={setIsOpen}
      entries={[
        { id: 'all', title: `Everything: ${numberText(rows)}`, run: () => grid.actions.clearFilters() },
        ...views.map(({ view, count }) => ({
          id: view.id,
          title: `${view.title}: ${numberText(count)}`,
          isEnabled: count > 0,
          run: () => showView(view),
        })),
      ]}
    />
  )
}
