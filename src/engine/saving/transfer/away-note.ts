/** What a job says while its service does not answer: when it is tried next, counted down. */
export function awayNote(nextTryInMs: number | undefined): string {
  const seconds = Math.ceil((nextTryInMs ?? 0) / 1000)
  return seconds <= 0 ? 'waiting for the service, trying now' : `waiting for the service, next try in ${seconds} s`
}
