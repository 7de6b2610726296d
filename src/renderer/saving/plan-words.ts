import type { Output } from '../../shared/contract/contract.ts'
import { formatBytes } from '../../shared/text/format-bytes.ts'
import { countOf } from './count-of.ts'
import type { Conflict } from './save-state.ts'

export type PlanSummary = Output<'saving.plan'>

interface Selected {
  readonly sets: number
  readonly documents: number | null
}

/** Documents that the plan would fetch: those that are there already are left out. */
export function pendingOf({ documents, skipped }: PlanSummary): number {
  return documents - skipped
}

/** What the button does, in its own words: “Save 74 documents”. */
export function saveLabel(plan: PlanSummary | undefined, conflict: Conflict): string {
  if (plan === undefined) return 'Save documents'
  const pending = pendingOf(plan)
  if (pending === 0) return 'Nothing to save'
  return conflict === 'replace'
    ? `Save ${countOf(pending, 'document')} and replace files`
    : `Save ${countOf(pending, 'document')}`
}

/** What was chosen, as the dialog's first line: “37 parcel sets, 74 documents”. */
export function selectionLine({ sets, documents }: Selected): string {
  const chosen = countOf(sets, 'parcel set')
  return documents === null
    ? `${chosen}; the number of documents is not known yet`
    : `${chosen}, ${countOf(documents, 'document')}`
}

/** The plan in one sentence, for the eye and for a screen reader when it is ready. */
export function planSentence(plan: PlanSummary): string {
  const skipped = plan.skipped === 0 ? '' : `, ${plan.skipped.toLocaleString('en')} of them already there`
  return `${countOf(plan.documents, 'document')} in ${countOf(plan.folders, 'folder')}${skipped}.`
}

/** What it takes: calls and room. The service does not tell sizes, so that no amount can be promised. */
export function planCosts(plan: PlanSummary): readonly { readonly name: string; readonly value: string }[] {
  const free = plan.freeBytes === null ? 'unknown' : formatBytes(plan.freeBytes)
  return [
    { name: 'Calls to the service', value: plan.requests.toLocaleString('en') },
    { name: 'Free space in the folder', value: free },
    { name: 'Names with an id added', value: plan.collisions.toLocaleString('en') },
    { name: 'Already there, unchanged', value: plan.skipped.toLocaleString('en') },
  ]
}
