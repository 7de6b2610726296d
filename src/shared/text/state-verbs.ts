import { foldState } from './fold-state.ts'

/** A change to a state, told as a sentence about a parcel. */
export interface StateVerbs {
  /** Between whoever acted and the parcel: “drafted the transfer of”. */
  readonly active: string
  /** What follows the parcel: “set PR-1 to title held”. */
  readonly rest?: string
  /** What follows the parcel where nobody is named: “has a transfer drafted”. */
  readonly passive: string
}

/**
 * By the state, never by the action, which is ISSUE for two of them (T13). A message says who acted, not who holds the title.
 */
const VERBS: Readonly<Record<string, StateVerbs>> = {
  drafted: { active: 'drafted', passive: 'was drafted' },
  signed: { active: 'signed', passive: 'was signed' },
  issued: { active: 'issued', passive: 'was issued' },
  title_held: { active: 'set', rest: 'to title held', passive: 'has its title held' },
  transfer_drafted: { active: 'drafted the transfer of', passive: 'has a transfer drafted' },
}

/** Undefined for a state that the service does not document. */
export function stateVerbs(state: string): StateVerbs | undefined {
  const folded = foldState(state)
  return Object.hasOwn(VERBS, folded) ? VERBS[folded] : undefined
}
