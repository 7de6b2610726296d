import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { SAVED_STATES } from '../../shared/words/saved-states.ts'
import { LINE_STATE_LABELS, onDisk, type WorklistLine } from '../../shared/words/worklist-words.ts'
import { type ChipTone, ToggleChip } from '../ui/actions/ToggleChip.tsx'
import { useCommandsIn } from '../commands/use-commands.ts'
import { numberText, shortMoment } from '../ui/base/words.ts'
import { allSigned } from './store/worklist-columns.ts'
import { shownList } from './store/worklist-state.ts'
import { worklistStore } from './store/worklist-store.ts'
import styles from './WorklistScreen.module.css'

interface LineFacet {
  readonly words: string
  /** The column that is filtered, and the values that pass. */
  readonly column: string
  readonly values: readonly (string | null)[]
  readonly holds: (line: WorklistLine) => boolean
  readonly tone?: ChipTone
}

const STATES = ['found', 'several', 'missing', 'unknown', 'waiting', 'too-long', 'blank'] as const
const TONES: Readonly<Partial<Record<WorklistLine['state'], ChipTone>>> = {
  missing: 'danger',
  unknown: 'warning',
  'too-long': 'warning',
}

const FACETS: readonly LineFacet[] = [
  ...STATES.map((state): LineFacet => ({
    words: `${state === 'several' ? 'with ' : ''}${LINE_STATE_LABELS[state].toLowerCase()}`,
    column: 'found',
    values: [LINE_STATE_LABELS[state]],
    holds: (line: WorklistLine) => line.state === state,
    tone: TONES[state] ?? 'plain',
  })),
  { words: 'not fully signed', column: 'signing', values: ['No'], holds: (line) => allSigned(line) === 'No' },
  {
    words: 'not on this disk',
    column: 'saved',
    values: ['No', 'In part'],
    holds: (line) => ['No', 'In part'].includes(onDisk(line) ?? ''),
  },
  {
    words: SAVED_STATES.changed.toLowerCase(),
    column: 'saved',
    values: [SAVED_STATES.changed],
    holds: (line) => onDisk(line) === SAVED_STATES.changed,
    tone: 'warning',
  },
  { words: 'not checked', column: 'outdated', values: ['No'], holds: ({ isOutdated }) => isOutdated, tone: 'warning' },
  { words: 'changed', column: 'news', values: ['Yes'], holds: ({ changes }) => changes.length > 0 },
]

/** How many lines are found, missing, not fully signed: each narrows the list to them, and a second press shows all again. */
export function FacetStrip(): ReactNode {
  const { grid, lists, shownId } = useStore(worklistStore)
  useStore(grid, (state) => state.revision)
  const chosen = useStore(grid, ({ facets }) => facets)
  const comparedWith = shownList({ lists, shownId })?.comparedWith ?? null
  const counts = countFacets(grid.actions.allRows().flatMap((row) => (row.kind === 'line' ? [row.line] : [])))
  useCommandsIn(
    'Worklist',
    FACETS.map(({ words, column, values }, place) => ({
      id: `worklist.only.${words}`,
      title: `Show only lines ${words}`,
      isEnabled: (counts[place] ?? 0) > 0,
      run: () => grid.actions.setFacet(column, values),
    })),
  )
  return (
    <fieldset className={styles.facets} aria-label="Narrow the list to">
      {FACETS.map(({ words, column, values, tone = 'plain' }, place) => {
        const count = counts[place] ?? 0
        const isChosen = chosen[column]?.join('\n') === values.join('\n')
        if (count === 0 && !isChosen) return null
        const since = column === 'news' && comparedWith !== null ? ` since ${shortMoment(comparedWith)}` : ''
        return (
          <ToggleChip
            key={words}
            tone={tone}
            isOn={isChosen}
            onChange={(isOn) => grid.actions.setFacet(column, isOn ? values : [])}
          >
            {`${numberText(count)} ${words}${since}`}
          </ToggleChip>
        )
      })}
    </fieldset>
  )
}

function countFacets(lines: readonly WorklistLine[]): number[] {
  return FACETS.map(({ holds }) => lines.reduce((sum, line) => sum + Number(holds(line)), 0))
}
