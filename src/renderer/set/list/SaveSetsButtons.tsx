import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { useCommandsIn } from '../../commands/use-commands.ts'
import { countOf } from '../../ui/base/words.ts'

export interface SetsToSave {
  /** Sets that are ticked, and those that the current row stands for. */
  readonly ticked: number
  readonly current: number
  readonly shown: number
  /** A filter hides some. */
  readonly isNarrowed: boolean
  /** Whose they are, where the screen might say something else: “Canal Metals”. */
  readonly whose?: string | undefined
}

/** Each button names exactly what it saves: what is ticked, or all of the list. What is read has its own, where it is read. */
export function SaveSetsButtons({ ticked }: Pick<SetsToSave, 'ticked'>): ReactNode {
  return (
    <>
      <CommandButton id="save.all" icon={ticked > 0 ? undefined : Save} />
      {ticked > 0 && <CommandButton id="save.open" variant="primary" icon={Save} />}
    </>
  )
}

function saveTitle({ ticked, current }: SetsToSave): string {
  if (ticked > 0) return `Save ${countOf(ticked, 'ticked set')}…`
  return current > 1 ? `Save these ${countOf(current, 'set')}…` : 'Save this set…'
}

function saveAllTitle({ shown, isNarrowed, whose }: SetsToSave): string {
  const which = isNarrowed ? `Save ${countOf(shown, 'shown set')}` : `Save all ${countOf(shown, 'set')}`
  return whose === undefined ? `${which}…` : `${which} of ${whose}…`
}

interface SaveSetsCommands extends SetsToSave {
  readonly group: string
  /** The list is whole, and can be saved from. */
  readonly isReady: boolean
  readonly onSave: (which: WhichSets) => void
}

/** What a save is for: what is ticked or else current, or all that is shown. */
export type WhichSets = 'chosen' | 'all'

/** Ctrl+S saves what is ticked or else read; all of the list has its own key. */
export function useSaveSetsCommands({ group, isReady, onSave, ...sets }: SaveSetsCommands): void {
  useCommandsIn(group, [
    {
      id: 'save.open',
      title: saveTitle(sets),
      shortcut: 'Mod+S',
      isEnabled: isReady && sets.ticked + sets.current > 0,
      run: () => onSave('chosen'),
    },
    {
      id: 'save.all',
      title: saveAllTitle(sets),
      shortcut: 'Mod+Shift+S',
      isEnabled: isReady && sets.shown > 0,
      run: () => onSave('all'),
    },
  ])
}
