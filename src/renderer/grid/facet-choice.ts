import { foldText } from '../../shared/text/fold-text.ts'
import type { FacetValue } from './store/filter-rows.ts'

/** Nobody reads further than this; they type another letter. */
const MAX_LISTED = 200

export interface ListedValues {
  readonly listed: readonly FacetValue[]
  /** How many more have the letters. */
  readonly more: number
}

/** The values that the panel lists for what is typed into it. */
export function listValues(values: readonly FacetValue[], typed: string): ListedValues {
  const letters = foldText(typed)
  const matching = values.filter(({ value }) => foldText(value ?? '').includes(letters))
  return { listed: matching.slice(0, MAX_LISTED), more: Math.max(matching.length - MAX_LISTED, 0) }
}

/** What is chosen after the listed ones with these ids are: what is not listed now stays as it is. */
export function chooseListed(
  chosen: readonly (string | null)[],
  listed: readonly FacetValue[],
  ids: ReadonlySet<string>,
): readonly (string | null)[] {
  const kept = chosen.filter((value) => !listed.some((one) => one.value === value))
  return [...kept, ...listed.filter((one) => ids.has(facetId(one))).map(({ value }) => value)]
}

/** Stands for “the service did not say”, because only texts can be chosen. */
const UNKNOWN = '\u0000unknown'

export function facetId({ value }: Pick<FacetValue, 'value'>): string {
  return value ?? UNKNOWN
}
