import type { Desk } from '../desk/create-desk.ts'

const AT_WORK: ReadonlySet<string> = new Set(['waiting', 'running', 'pausing', 'cancelling'])

/** The jobs that save at the moment or wait for their turn. */
export interface RunningJobs {
  ids(): readonly string[]
  /** Called when a job begins or ends to be one of them. */
  onChange(listener: () => void): void
}

/** Knows them from the events of the desk, as the page does. */
export function followJobs(events: Pick<Desk['events'], 'listen'>): RunningJobs {
  const running = new Set<string>()
  const listeners: (() => void)[] = []
  events.listen((event) => {
    if (event.name !== 'jobs.changed') return
    const { jobId, state, isServiceAway } = event.payload
    // What waits for a service, perhaps all night, keeps no computer awake.
    const isAtWork = AT_WORK.has(state) && !(state === 'waiting' && isServiceAway)
    if (running.has(jobId) === isAtWork) return
    if (isAtWork) running.add(jobId)
    else running.delete(jobId)
    for (const listener of listeners) listener()
  })
  return {
    ids: () => [...running],
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}
