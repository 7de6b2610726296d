import { ChevronDown, ClipboardPaste, RotateCw, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { CommandMenu } from '../../commands/CommandMenu.tsx'
import { ExportMenu } from '../../commands/ExportMenu.tsx'
import { ColumnChooser } from '../../grid/ColumnChooser.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import type { MenuEntry } from '../../ui/actions/Menu.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { displayName } from '../../ui/base/words.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { shownList } from '../store/worklist-state.ts'
import { worklistStore } from '../store/worklist-store.ts'
import { useIsChecking } from '../use-worklist-commands.ts'
import styles from './Lists.module.css'

const LIST_COMMANDS = [
  'worklist.rename',
  'worklist.addLines',
  'worklist.takeColumn',
  'worklist.removeLines',
  'worklist.markSeen',
  'worklist.schedule',
  'separator',
  'worklist.remove',
]

/** Which list is shown, and what can be done with it. */
export function WorklistBar(): ReactNode {
  const { grid, lists, shownId } = useStore(worklistStore)
  const quickFilter = useStore(grid, (state) => state.quickFilter)
  const name = displayName(shownList({ lists, shownId })?.name ?? null)
  const isChecking = useIsChecking()
  const others: MenuEntry[] = lists
    .filter(({ worklistId, isReadable }) => worklistId !== shownId && isReadable)
    .map(({ worklistId, name: other }) => ({
      id: worklistId,
      title: displayName(other),
      run: () => void worklistStore.actions.open(worklistId),
    }))
  const separator: MenuEntry[] = others.length === 0 ? [] : ['separator']
  return (
    <div className={styles.bar}>
      <CommandMenu
        label="Worklists"
        trigger={
          <Button variant="quiet" icon={ChevronDown} aria-label={`Worklist: ${name}`}>
            <span className={classes(styles.current, base.ellipsis)}>
              <Foreign text={name} />
            </span>
          </Button>
        }
        before={[...others, ...separator]}
        commands={LIST_COMMANDS}
      />
      <div className={styles.filter}>
        <SearchField
          label="Filter the list"
          value={quickFilter}
          onChange={(text) => grid.actions.setQuickFilter(text)}
        />
      </div>
      {isChecking ? (
        <CommandButton id="worklist.stop" icon={Square} variant="quiet" />
      ) : (
        <CommandButton id="worklist.again" icon={RotateCw} variant="quiet" />
      )}
      <CommandButton id="worklist.new" icon={ClipboardPaste} variant="quiet" />
      <ExportMenu place="worklist" />
      <span className={styles.push} />
      <ColumnChooser store={grid} />
    </div>
  )
}
