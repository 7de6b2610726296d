/** The states that the service names, spelled as in its notifications, with what a user reads. Reference “States”. */
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

/** What a user reads for a state; an unknown state passes through as received. T12. */
export function stateLabel(state: string): string {
  return KNOWN_STATES.find((known) => isSameState(known.state, state))?.label ?? state
}
