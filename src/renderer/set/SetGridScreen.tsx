import { Save } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { rememberLayout, usePaneWidth } from '../client/views-store.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import type { GridProps } from '../grid/grid-props.ts'
import { Grid } from '../grid/Grid.tsx'
import { countOf } from '../ui/base/words.ts'
import { ListColumn } from '../ui/layout/ListColumn.tsx'
import { SplitPane } from '../ui/layout/SplitPane.tsx'

interface SetGridScreenProps<Row> {
  /** Whose pane width and grid layout are remembered. */
  readonly place: 'search' | 'worklist'
  readonly firstPaneWidthPx: number
  /** Bars and notices above the grid. */
  readonly head: ReactNode
  readonly grid: Omit<GridProps<Row>, 'onOpen' | 'onLayoutChange'>
  readonly foot: ReactNode
  /** The set of the current row. */
  readonly pane: ReactNode
  /** The rows are those of an earlier search. */
  readonly isStale?: boolean
  readonly onDrop?: (event: DragEvent) => void
}

/** A grid of sets, or of references with their sets, and the set of the current row beside it. */
export function SetGridScreen<Row>(props: SetGridScreenProps<Row>): ReactNode {
  const { place, firstPaneWidthPx, head, grid, foot, pane, isStale = false, onDrop } = props
  const [paneWidthPx, setPaneWidthPx] = usePaneWidth(place, firstPaneWidthPx)
  const [isPaneOpen, setIsPaneOpen] = useState(false)
  return (
    <SplitPane
      label="Set and preview"
      widthPx={paneWidthPx}
      onResize={setPaneWidthPx}
      isOpen={isPaneOpen}
      onClose={() => setIsPaneOpen(false)}
      main={
        <ListColumn head={head} foot={foot} isStale={isStale} onDrop={onDrop}>
          <Grid
            {...grid}
            onOpen={() => setIsPaneOpen(true)}
            onLayoutChange={(layout) => rememberLayout(place, layout)}
          />
        </ListColumn>
      }
      pane={pane}
    />
  )
}

interface SaveSetsButtonProps {
  /** How many sets a press would save. */
  readonly sets: number
  readonly isSelection: boolean
  /** A filter hides some of them. */
  readonly isNarrowed: boolean
}

/** Names exactly what it saves: a selection that led to more sets, or to others, would be worse than none. */
export function SaveSetsButton({ sets, isSelection, isNarrowed }: SaveSetsButtonProps): ReactNode {
  const which = isSelection ? 'selected set' : 'shown set'
  return (
    <CommandButton id="save.open" variant="primary" icon={Save}>
      {isSelection || isNarrowed ? `Save ${countOf(sets, which)}…` : 'Save all…'}
    </CommandButton>
  )
}
