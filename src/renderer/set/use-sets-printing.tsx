import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { useCommands } from '../commands/use-commands.ts'
import { setStore, type SetPlace } from './set-store.ts'

// It includes pdf.js, as the preview does.
const PrintSetsDialog = lazy(async () => ({
  default: (await import('../printing/PrintSetsDialog.tsx')).PrintSetsDialog,
}))

/** Offers to print every document of the chosen sets, and shows how far that is. */
export function useSetsPrinting(place: SetPlace, chosen: () => readonly string[]): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId)
  const hasSet = useStore(setStore, (sets) => sets[place].setId !== null)
  const [setIds, setSetIds] = useState<readonly string[]>()
  useCommands([
    {
      id: 'documents.printSets',
      title: 'Print all documents of the ticked sets…',
      group: 'Reading',
      shortcut: 'Mod+Shift+P',
      isEnabled: hasSet,
      run: () => setSetIds([...new Set(chosen())]),
    },
  ])
  if (setIds === undefined || sessionId === undefined) return null
  return (
    <Suspense>
      <PrintSetsDialog sessionId={sessionId} setIds={setIds} onClose={() => setSetIds(undefined)} />
    </Suspense>
  )
}
