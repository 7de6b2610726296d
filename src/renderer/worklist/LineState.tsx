import {
  Check,
  ChevronDown,
  ChevronRight,
  CircleDashed,
  CircleHelp,
  CircleX,
  Copy,
  type LucideIcon,
  Minus,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { numberOfWords } from '../../shared/text/number-words.ts'
import { stateLabel } from '../../shared/text/set-fields.ts'
import { visibleText } from '../../shared/text/plain-text.ts'
import { LINE_STATE_LABELS, type WorklistLine } from '../../shared/words/worklist-words.ts'
import { StateChip } from '../parcel/StateChip.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Foreign, Unknown } from '../ui/base/Foreign.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { countOf, numberText } from '../ui/base/words.ts'
import { canOpen, type LineRow, type WorklistRow } from './store/worklist-rows.ts'
import styles from './WorklistScreen.module.css'

const MARKS = {
  waiting: [CircleDashed, 'muted'],
  found: [Check, 'success'],
  several: [Copy, 'plain'],
  missing: [CircleX, 'danger'],
  unknown: [CircleHelp, 'warning'],
  blank: [Minus, 'muted'],
  'too-long': [CircleHelp, 'plain'],
} satisfies Readonly<Record<WorklistLine['state'], readonly [LucideIcon, string]>>

const OUTDATED = 'The last check did not reach this line. This is what the check before it found.'
/** What a word alone would leave open. */
const HINTS: Readonly<Partial<Record<WorklistLine['state'], string>>> = {
  unknown: 'The service did not answer for it, so it may exist.',
  'too-long': 'Longer than 200 characters: this is no reference, so it was not looked up.',
}

/** Whether there is a set for a reference, as icon and word. */
export function LineStateMark({
  line: { state, isOutdated, setIds, understoodAs },
}: {
  readonly line: WorklistLine
}): ReactNode {
  const [icon, tone] = MARKS[state]
  const understood = understoodAs === null ? undefined : visibleText(numberOfWords(understoodAs))
  const hint = isOutdated ? OUTDATED : (understood ?? HINTS[state])
  return (
    <span className={classes(styles.found, base[tone])} title={hint}>
      <Glyph icon={icon} size="small" />
      {wordsOf({ state, setIds, understoodAs })}
      {isOutdated && ' ?'}
    </span>
  )
}

/** As what it was found, if not as a shipment; the set beside the list says of which. */
function wordsOf({ state, setIds, understoodAs }: Pick<WorklistLine, 'state' | 'setIds' | 'understoodAs'>): string {
  if (understoodAs !== null) return understoodAs.kind === 'bill' ? 'B/L' : 'Parcel'
  return state === 'several' ? countOf(setIds.length, 'set') : LINE_STATE_LABELS[state]
}

/** There is no room for the words of more. */
const SHOWN_STATES = 2

/** The states of the sets of one reference, each once. */
export function LineStatuses({ statuses }: { readonly statuses: readonly string[] }): ReactNode {
  if (statuses.length === 0) return <Unknown />
  const shown = statuses.length > SHOWN_STATES ? statuses.slice(0, 1) : statuses
  const more = statuses.slice(shown.length).map((status) => stateLabel(visibleText(status)))
  return (
    <span className={styles.statuses}>
      {shown.map((status) => (
        <StateChip key={status} state={status} />
      ))}
      {more.length > 0 && <span title={more.join(', ')}>and {numberText(more.length)} more</span>}
    </span>
  )
}

interface ReferenceCellProps {
  readonly row: WorklistRow
  readonly onToggle: (line: WorklistLine) => void
}

/** The reference of a line, with the button that opens it into its sets; of a set, its parcel. */
export function ReferenceCell({ row, onToggle }: ReferenceCellProps): ReactNode {
  if (row.kind === 'set') {
    return (
      <span className={styles.ofLine}>
        <Foreign text={row.set?.parcelRef ?? null} />
      </span>
    )
  }
  return (
    <span className={styles.reference}>
      {canOpen(row.line) ? <OpenLineButton row={row} onToggle={onToggle} /> : <span className={styles.noButton} />}
      <Foreign text={row.line.reference} />
      {row.tickedSets > 0 && (
        <span className={styles.ticked}>
          {numberText(row.tickedSets)} of {numberText(row.line.setIds.length)} ticked
        </span>
      )}
    </span>
  )
}

interface OpenLineButtonProps extends Pick<ReferenceCellProps, 'onToggle'> {
  readonly row: LineRow
}

function OpenLineButton({ row: { line, isOpen }, onToggle }: OpenLineButtonProps): ReactNode {
  const toggle = (event: MouseEvent): void => {
    // The row is not ticked by it.
    event.stopPropagation()
    onToggle(line)
  }
  const sets = `${numberText(line.setIds.length)} sets of ${line.reference}`
  return (
    <button
      type="button"
      className={styles.opener}
      // By keyboard, Enter on the row does the same.
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={isOpen ? `Hide the ${sets}` : `Show the ${sets}`}
      onClick={toggle}
    >
      <Glyph icon={isOpen ? ChevronDown : ChevronRight} size="small" />
    </button>
  )
}
