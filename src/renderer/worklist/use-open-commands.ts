import { useStore } from 'zustand'
import { goTo } from '../client/place-store.ts'
import { useCommands } from '../commands/use-commands.ts'
import { displayName } from '../ui/base/words.ts'
import { worklistStore } from './store/worklist-store.ts'

/** Opens a kept worklist from any screen: one command for each, in the palette. */
export function useOpenWorklistCommands(): void {
  const lists = useStore(worklistStore, (state) => state.lists)
  useCommands(
    lists
      .filter(({ isReadable }) => isReadable)
      .map(({ worklistId, name }) => ({
        id: `worklist.open ${worklistId}`,
        title: `Open worklist “${displayName(name)}”`,
        group: 'Worklist',
        run: () => {
          goTo('worklist')
          void worklistStore.actions.open(worklistId)
        },
      })),
  )
}
