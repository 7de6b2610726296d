import type { Output } from '../../../shared/contract/contract.ts'
import { countOf, numberText, sizeText, timeText } from '../../ui/base/words.ts'
import type { PlanAction, PlannedDocument } from '../store/plan-tree.ts'

export type PlanSummary = Output<'saving.plan'>

interface SelectionSize {
  readonly sets: number
  readonly documents: number | null
  readonly hidden?: number
}

/** Documents that the plan would fetch, without those that exist already or cannot be saved. */
export function pendingOf({ documents, skipped, actions }: PlanSummary): number {
  return documents - skipped - actions['too-long']
}

/** The button’s label: “Save 74 documents”. */
export function saveLabel(plan: PlanSummary | undefined): string {
  if (plan === undefined) return 'Save documents'
  const pending = pendingOf(plan)
  if (pending === 0) return 'Nothing to save'
  const { replace } = plan.actions
  const save = `Save ${countOf(pending, 'document')}`
  return replace === 0 ? save : `${save} and replace ${countOf(replace, 'file')}`
}

/** The selection, as the dialog’s first line: “37 parcel sets, 74 documents”. */
export function selectionLine({ sets, documents, hidden = 0 }: SelectionSize): string {
  const ticked = countOf(sets, 'parcel set')
  const chosen = hidden === 0 ? ticked : `${ticked} (${numberText(hidden)} of them hidden by the filter)`
  return documents === null
    ? `${chosen}; number of documents not known yet`
    : `${chosen}, ${countOf(documents, 'document')}`
}

/** The plan in a sentence or two, also announced to screen readers. The service does not report sizes, so none is promised. */
export function planSentence(plan: PlanSummary): string {
  const { actions, collisions } = plan
  const whole = [
    `${countOf(plan.documents, 'document')} in ${countOf(plan.folders, 'folder')}`,
    ...(collisions === 0 ? [] : [`${countOf(collisions, 'name')} would be equal, so that an id is added`]),
    `${plan.freeBytes === null ? 'unknown space' : sizeText(plan.freeBytes)} free there`,
  ].join('; ')
  const there = PLAN_OUTCOMES.filter(({ action }) => actions[action] > 0).map(({ action, sentence: says }) =>
    says(actions[action]),
  )
  return [`${whole}.`, ...there].join(' ')
}

interface PlanOutcome {
  readonly action: PlanAction
  /** As a filter. */
  readonly title: string
  readonly sentence: (count: number) => string
}

const files = (count: number): string => `${numberText(count)} ${count === 1 ? 'is' : 'are'} already here`

/** What happens to documents that are not simply saved, the most serious first. */
export const PLAN_OUTCOMES: readonly PlanOutcome[] = [
  {
    action: 'too-long',
    title: 'Path too long',
    sentence: (count) =>
      `${numberText(count)} cannot be saved because the path would be too long: choose a folder nearer to the root of the drive, or a shorter name pattern.`,
  },
  { action: 'replace', title: 'Replaced', sentence: (count) => `${files(count)} and will be replaced.` },
  {
    action: 'compare',
    title: 'Compared',
    sentence: (count) =>
      `${files(count)}: their contents will be compared, and a document that differs is saved beside the file.`,
  },
  { action: 'leave', title: 'Left as they are', sentence: (count) => `${files(count)} and will be left, not fetched.` },
  {
    action: 'unchanged',
    title: 'Already there',
    sentence: (count) => `${files(count)}, unchanged, and will not be fetched.`,
  },
]

/** The existing file beside the new one, whose size is not known in advance (T24). */
export function replacedText({ there, modifiedDate }: PlannedDocument): string {
  if (there === null) return ''
  const old = there.modifiedDate ?? timeText(there.writtenAt)
  return `${sizeText(there.bytes)} of ${old} → ${modifiedDate ?? 'date unknown'}`
}
