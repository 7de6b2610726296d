/** The states that the service names, in the order of a set’s life, spelled as in its notifications, with what a user reads. Reference “States”. */
export const KNOWN_STATES = [
  { state: 'DRAFTED', label: 'Drafted' },
  { state: 'Signed', label: 'Signed' },
  { state: 'ISSUED', label: 'Issued' },
  { state: 'TITLE_HELD', label: 'Title held' },
  { state: 'TRANSFER_DRAFTED', label: 'Transfer drafted' },
] as const

/** The form in which states are compared: case, spaces, hyphens and underscores count alike. T12. */
export function foldState(state: string): string {
  return state
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
}

/** Whether two spellings mean one state: `title held` is `TITLE_HELD`. T12. */
export function isSameState(one: string, other: string): boolean {
  return foldState(one) === foldState(other)
}

/**
 * Whether a set is in one state before it is in the other. False where the service names either in words of its own, and
 * for its states too only a likelihood: the reference shows no transitions, and a title that was transferred is held again.
 */
export function isEarlierState(one: string, other: string): boolean {
  const [placeOfOne, placeOfOther] = [placeInLife(one), placeInLife(other)]
  return placeOfOne >= 0 && placeOfOther >= 0 && placeOfOne < placeOfOther
}

function placeInLife(state: string): number {
  return KNOWN_STATES.findIndex((known) => isSameState(known.state, state))
}

/** What a user reads for a state; an unknown state passes through as received. T12. */
export function stateLabel(state: string): string {
  return KNOWN_STATES.find((known) => isSameState(known.state, state))?.label ?? state
}
