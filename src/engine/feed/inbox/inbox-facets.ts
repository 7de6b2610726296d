import type { DatabaseSync } from 'node:sqlite'
import { stateLabel } from '../../../shared/text/fold-state.ts'
import { guardStorage } from '../../storage/guard-storage.ts'
import { numberIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'

export interface FacetValue {
  value: string
  label: string
  count: number
}

/** What there is to filter by, the most frequent first. */
export interface InboxFacets {
  customers: FacetValue[]
  states: FacetValue[]
  actions: FacetValue[]
}

/** The newest spelling of a state stands for it (T12); for a customer the newest name, or the first one. */
const CUSTOMERS = `
  SELECT value, count, COALESCE(
    (SELECT customer_name FROM entries WHERE id = newest), (SELECT customer_name FROM entries WHERE id = oldest)) AS label
  FROM (
    SELECT customer_id AS value, count(*) AS count, max(id) AS newest, min(id) AS oldest
    FROM entries INDEXED BY entries_to_filter WHERE customer_id IS NOT NULL GROUP BY customer_id)
  ORDER BY count DESC, value`
const STATES = `
  SELECT value, count, (SELECT new_status FROM entries WHERE id = newest) AS label FROM (
    SELECT state AS value, count(*) AS count, max(id) AS newest
    FROM entries INDEXED BY entries_to_filter WHERE state IS NOT NULL GROUP BY state)
  ORDER BY count DESC, value`
const ACTIONS = `
  SELECT action AS value, count(*) AS count, action AS label
  FROM entries INDEXED BY entries_to_filter WHERE action IS NOT NULL GROUP BY action ORDER BY 2 DESC, 1`

export function createFacets(database: DatabaseSync): () => InboxFacets {
  const [customers, states, actions] = [CUSTOMERS, STATES, ACTIONS].map((sql) => database.prepare(sql))
  const read = (statement: typeof customers): FacetValue[] =>
    guardStorage(database, () => statement?.all() ?? []).map(facetIn)
  return () => ({
    customers: read(customers),
    states: read(states).map((facet) => ({ ...facet, label: stateLabel(facet.label) })),
    actions: read(actions),
  })
}

function facetIn(row: Row): FacetValue {
  const value = textIn(row, 'value')
  return { value, label: textOrNullIn(row, 'label') ?? value, count: numberIn(row, 'count') }
}
