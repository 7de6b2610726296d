import { countOf, displayName, numberText } from '../ui/base/words.ts'
import type { Job } from './job-words.ts'

/**
 * A job by what it saves: “Worklist of 46 references”, “Worklist “Monday”, 46 references”, “Aurora Grain SA, 178 sets”, “PR-2026-00412, Aurora Grain SA”. Names
 * from outside have their hidden characters made visible; the element around must isolate them (`bdi`).
 */
export function jobTitle({ subject, rule }: Pick<Job, 'subject' | 'rule'>): string {
  const { worklist, sets, parcel } = subject
  if (worklist !== null) {
    const references = countOf(worklist.references, 'reference')
    return worklist.name === null
      ? `Worklist of ${references}`
      : `Worklist “${displayName(worklist.name)}”, ${references}`
  }
  const customers = customersText(subject)
  const only = sets === 1 ? (parcel ?? rule?.parcel ?? null) : null
  const what = only === null ? countOf(sets, 'set') : displayName(only)
  if (customers === null) return sets === 0 ? 'A save without documents' : what
  return only === null ? `${customers}, ${what}` : `${what}, ${customers}`
}

/** “Aurora Grain SA”, “Aurora Grain SA and 2 more”; null where no customer has a name. */
function customersText({ customers, customerCount }: Job['subject']): string | null {
  const [first] = customers
  if (first === undefined) return null
  return customerCount > 1 ? `${displayName(first)} and ${numberText(customerCount - 1)} more` : displayName(first)
}
