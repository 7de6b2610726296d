import type { Selection } from '../../../engine/parcel-desk.ts'
import { counted } from '../../../shared/text/counted.ts'
import { stateLabel } from '../../../shared/text/fold-state.ts'

const MOST_REFERENCES = 3

/** What was searched for in a few words, for the list of recent searches. */
export function nameSelection(wanted: Pick<Selection, 'customers' | 'shipmentRefs' | 'filters' | 'states'>): string {
  const { customers, shipmentRefs, filters, states } = wanted
  const parts = [
    ...(shipmentRefs.length === 0 ? [] : [nameReferences(shipmentRefs)]),
    customers.length === 0 ? 'every customer' : counted(customers.length, 'customer'),
    ...states.map(stateLabel),
    ...Object.values(filters),
  ]
  return parts.join(', ')
}

function nameReferences(references: readonly string[]): string {
  const shown = references.slice(0, MOST_REFERENCES).join(', ')
  const rest = references.length - MOST_REFERENCES
  return rest > 0 ? `${shown} and ${rest} more` : shown
}
