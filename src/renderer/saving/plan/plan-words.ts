import type { Output } from '../../../shared/contract/contract.ts'
import { formatBytes } from '../../../shared/text/format.ts'
import { timeText } from '../../downloads/job-words.ts'
import { countOf } from '../../ui/base/words.ts'
import type { PlanAction, PlannedDocument } from '../store/plan-tree.ts'

export type PlanSummary = Output<'saving.plan'>

interface Selected {
  readonly sets: number
  readonly documents: number | null
}

/** Documents that the plan would fetch: those that are there already, or cannot be, are left out. */
export function pendingOf({ documents, skipped, actions }: PlanSummary): number {
  return documents - skipped - actions['too-long']
}

/** What the button does, in its own words: “Save 74 documents”. */
export function saveLabel(plan: PlanSummary | undefined): string {
  if (plan === undefined) return 'Save documents'
  const pending = pendingOf(plan)
  if (pending === 0) return 'Nothing to save'
  const { replace } = plan.actions
  const save = `Save ${countOf(pending, 'document')}`
  return replace === 0 ? save : `${save} and replace ${countOf(replace, 'file')}`
}

/** What was chosen, as the dialog's first line: “37 parcel sets, 74 documents”. */
export function selectionLine({ sets, documents }: Selected): string {
  const chosen = countOf(sets, 'parcel set')
  return documents === null
    ? `${chosen}; the number of documents is not known yet`
    : `${chosen}, ${countOf(documents, 'document')}`
}

/** The plan in a sentence or two, for the eye and for a screen reader when it is ready. */
export function planSentence(plan: PlanSummary): string {
  const { actions } = plan
  const whole = `${countOf(plan.documents, 'document')} in ${countOf(plan.folders, 'folder')}.`
  const there = FATES.filter(({ action }) => actions[action] > 0).map(({ action, says }) => says(actions[action]))
  return [whole, ...there].join(' ')
}

interface Fate {
  readonly action: PlanAction
  /** In the list of filters. */
  readonly title: string
  readonly says: (count: number) => string
}

const files = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'is' : 'are'} here already`

/** What becomes of documents that are not simply saved, the gravest first. */
export const FATES: readonly Fate[] = [
  {
    action: 'too-long',
    title: 'Path too long',
    says: (count) =>
      `${count.toLocaleString('en')} cannot be saved, because the path would be too long: choose a folder nearer to the root of the drive or a shorter name pattern.`,
  },
  { action: 'replace', title: 'Replaced', says: (count) => `${files(count)} and will be replaced.` },
  {
    action: 'compare',
    title: 'Compared',
    says: (count) => `${files(count)}: contents will be compared, and what differs is kept beside.`,
  },
  { action: 'leave', title: 'Left as they are', says: (count) => `${files(count)} and will be left, not fetched.` },
  {
    action: 'unchanged',
    title: 'Already there',
    says: (count) => `${files(count)}, unchanged, and will not be fetched.`,
  },
]

/** What it takes: calls and room. The service does not tell sizes, so that no amount can be promised. */
export function planCosts(plan: PlanSummary): readonly { readonly name: string; readonly value: string }[] {
  const free = plan.freeBytes === null ? 'unknown' : formatBytes(plan.freeBytes)
  return [
    { name: 'Calls to the service', value: plan.requests.toLocaleString('en') },
    { name: 'Free space in the folder', value: free },
    { name: 'Names with an id added', value: plan.collisions.toLocaleString('en') },
    { name: 'Already there, not fetched', value: plan.skipped.toLocaleString('en') },
  ]
}

/** A file that is there, beside what would come: sizes of the latter are not known before (T24). */
export function replacedText({ there, modifiedDate }: PlannedDocument): string {
  if (there === null) return ''
  const old = there.modifiedDate ?? timeText(there.writtenAt)
  return `${formatBytes(there.bytes)} of ${old} → ${modifiedDate ?? 'date unknown'}`
}
