import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { numberText } from '../../ui/base/words.ts'
import { Banner, FailureNotice } from '../../ui/feedback/Banner.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { Segmented } from '../../ui/fields/RadioGroup.tsx'
import type { PlanFilter } from '../store/plan-tree.ts'
import type { Planning } from '../store/save-state.ts'
import type { SaveStore } from '../store/save-store.ts'
import { AlsoSaving } from '../../downloads/AlsoSaving.tsx'
import { PLAN_OUTCOMES, planSentence, type PlanSummary } from './plan-words.ts'
import { PlanTree } from './PlanTree.tsx'
import styles from './PlanView.module.css'
import { isShortOfSpace, spaceWarning } from '../../../shared/text/format.ts'

/** What the save would do. */
export function PlanView({ store }: { readonly store: SaveStore }): ReactNode {
  const planning = useStore(store, (state) => state.planning)
  const isPatternRefused = useStore(store, (state) => state.example.failure !== null)
  const { actions } = store
  if (isPatternRefused) return <PatternRefused />
  return (
    <section aria-label="Plan" className={styles.plan}>
      <h3>What will be saved</h3>
      {planning.state === 'idle' && (
        <p className={styles.muted}>Choose a folder and a name pattern to see every folder and file here first.</p>
      )}
      {planning.state === 'planning' && <PlanningProgress onCancel={actions.cancelPlanning} />}
      {planning.state === 'cancelled' && (
        <Banner
          tone="info"
          title="Planning cancelled."
          action={
            <Button icon={RefreshCw} onPress={actions.plan}>
              Plan again
            </Button>
          }
        >
          Nothing was saved.
        </Banner>
      )}
      {planning.state === 'failed' && (
        <FailureNotice failure={planning.failure} action={<Button onPress={actions.plan}>Plan again</Button>} />
      )}
      {planning.state === 'planned' && <Planned planning={planning} />}
    </section>
  )
}

/** The field says what is wrong with it. */
function PatternRefused(): ReactNode {
  return (
    <section aria-label="Plan" className={styles.plan}>
      <h3>What will be saved</h3>
      <p className={styles.muted}>Nothing yet: correct the name pattern first.</p>
    </section>
  )
}

function PlanningProgress({ onCancel }: { readonly onCancel: () => void }): ReactNode {
  return (
    <>
      <div className={styles.line}>
        <span className={styles.muted}>Planning…</span>
        <Button variant="quiet" onPress={onCancel}>
          Cancel planning
        </Button>
      </div>
      <SkeletonRows label="Planning the save" rows={8} columnsRem={[18, 8]} />
    </>
  )
}

function Planned({ planning }: { readonly planning: Extract<Planning, { state: 'planned' }> }): ReactNode {
  const { summary, documents } = planning
  const [filter, setFilter] = useState<PlanFilter>('all')
  return (
    <>
      <output className={styles.sentence}>{planSentence(summary)}</output>
      <Warnings summary={summary} />
      <PlanFilterBar summary={summary} filter={filter} onFilter={setFilter} />
      {documents.length === 0 ? (
        <SkeletonRows label="Reading the plan" rows={8} columnsRem={[18, 8]} />
      ) : (
        <PlanTree documents={documents} filter={filter} />
      )}
      {documents.length < summary.documents && documents.length > 0 && (
        <p className={styles.muted}>{`${numberText(documents.length)} read so far`}</p>
      )}
    </>
  )
}

/** Missing documents and missing space are shown before anything is saved (T2, T4): a plan of half a search must not look complete. */
function Warnings({ summary }: { readonly summary: PlanSummary }): ReactNode {
  return (
    <>
      <Incomplete summary={summary} />
      <AlsoSaving others={summary.alsoSaving} />
      {isShortOfSpace(summary) && (
        <Banner tone="warning" title="There is too little free space.">
          {spaceWarning(summary)}
        </Banner>
      )}
    </>
  )
}

function Incomplete({ summary }: { readonly summary: PlanSummary }): ReactNode {
  const { isComplete, problems } = summary
  if (isComplete && problems.length === 0) return null
  return (
    <Banner
      tone="warning"
      title={isComplete ? 'Something could not be read.' : 'The list is incomplete: there may be more documents.'}
    >
      <ProblemList problems={problems} />
    </Banner>
  )
}

interface PlanFilterBarProps {
  readonly summary: PlanSummary
  readonly filter: PlanFilter
  readonly onFilter: (filter: PlanFilter) => void
}

function PlanFilterBar({ summary, filter, onFilter }: PlanFilterBarProps): ReactNode {
  const { documents, collisions, actions } = summary
  const titled = (title: string, count: number): string => `${title} ${numberText(count)}`
  const choices: { id: PlanFilter; title: string }[] = [{ id: 'all', title: titled('All', documents) }]
  if (collisions > 0) choices.push({ id: 'collision', title: titled('Id added', collisions) })
  for (const { action, title } of PLAN_OUTCOMES) {
    if (actions[action] > 0) choices.push({ id: action, title: titled(title, actions[action]) })
  }
  if (choices.length === 1) return null
  return (
    <div className={styles.inline}>
      <Segmented label="Show" choices={choices} value={filter} onChange={onFilter} />
    </div>
  )
}

const SHOWN_FIRST = 3

interface ProblemListProps {
  readonly problems: readonly { readonly where: string; readonly message: string }[]
}

/** What went wrong where; a long list opens on request. */
function ProblemList({ problems }: ProblemListProps): ReactNode {
  const [areAllShown, setAreAllShown] = useState(false)
  const shown = areAllShown ? problems : problems.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className={styles.problems}>
        {shown.map(({ where, message }) => (
          <li key={`${where} ${message}`}>{where === '' ? message : `${where}: ${message}`}</li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button variant="quiet" onPress={() => setAreAllShown(true)}>
          {`Show all ${numberText(problems.length)}`}
        </Button>
      )}
    </>
  )
}
