import { coalesce } from '../../../../engine/base/async.ts'
import { checkCustomer, type CheckDependencies, type CheckStatus } from './check-customer.ts'
import type { StoredFollowed } from '../../../../engine/feed/feed-settings.ts'

const MINUTE_MS = 60_000

/** The checks of the followed customers: at start, at intervals, and whenever somebody asks. */
export interface Checks {
  status(customerId: string): CheckStatus
  /** Checks these, or everybody who is followed, one after another; resolves when it is done. One that waits waits once. */
  run(customerIds?: readonly string[]): Promise<void>
  /** Begins anew to count the time to the next, as it is set now. */
  restartTimer(): void
  stop(): Promise<void>
}

export function createChecks(parts: CheckDependencies): Checks {
  const stopping = new AbortController()
  const statuses = new Map<string, CheckStatus>()
  const wanted = new Set<string>()
  let counting = new AbortController()
  const work = async (): Promise<void> => {
    for (let next = takeFirst(wanted); next !== undefined; next = takeFirst(wanted)) {
      const customer = followedOf(parts, next)
      if (customer !== undefined) await checkInTurn({ parts, statuses, signal: stopping.signal }, customer)
    }
  }
  const working = coalesce(work, (thrown) => parts.logger.warn('check.broken', { thrown }))
  const run: Checks['run'] = async (customerIds) => {
    if (stopping.signal.aborted) return
    for (const id of customerIds ?? parts.settings.read().followed.map(({ customerId }) => customerId)) wanted.add(id)
    await working.run()
  }
  return {
    run,
    status: (customerId) => {
      const { isOn } = parts.settings.read().checks
      const status = statuses.get(customerId) ?? earlierStatus(parts, customerId)
      return { ...status, nextAt: isOn ? status.nextAt : null }
    },
    restartTimer: () => {
      counting.abort()
      counting = new AbortController()
      const signal = AbortSignal.any([counting.signal, stopping.signal])
      void repeat({ parts, run, statuses, signal }).catch(() => undefined)
    },
    stop: async () => {
      wanted.clear()
      stopping.abort()
      await working.done()
    },
  }
}

interface Turn {
  parts: CheckDependencies
  statuses: Map<string, CheckStatus>
  signal: AbortSignal
}

async function checkInTurn({ parts, statuses, signal }: Turn, customer: StoredFollowed): Promise<void> {
  const { customerId } = customer
  const before = statuses.get(customerId) ?? earlierStatus(parts, customerId)
  statuses.set(customerId, { ...before, state: 'running', sentence: 'Being checked.' })
  parts.onStatus()
  const outcome = await checkCustomer(parts, customer, signal)
  if (signal.aborted) return
  statuses.set(customerId, { ...outcome, at: parts.clock.now().toISOString(), nextAt: before.nextAt })
  parts.onStatus()
}

/** Waits first: whoever starts the feed asks for a check at once. */
async function repeat({ parts, run, statuses, signal }: Turn & { run: Checks['run'] }): Promise<void> {
  for (;;) {
    const { checks, followed } = parts.settings.read()
    if (!checks.isOn) return
    const waitMs = checks.everyMinutes * MINUTE_MS
    const nextAt = new Date(parts.clock.now().getTime() + waitMs).toISOString()
    for (const { customerId } of followed) {
      statuses.set(customerId, { ...(statuses.get(customerId) ?? earlierStatus(parts, customerId)), nextAt })
    }
    parts.onStatus()
    await parts.clock.wait(waitMs, signal)
    await run()
  }
}

function earlierStatus({ store }: CheckDependencies, customerId: string): CheckStatus {
  const at = store().checkedAt(customerId) ?? null
  const none = { at, nextAt: null, found: 0 }
  if (at === null) return { state: 'never', sentence: 'Not checked yet.', ...none }
  return { state: 'done', sentence: 'Checked before this start.', ...none }
}

function followedOf({ settings }: CheckDependencies, customerId: string): StoredFollowed | undefined {
  return settings.read().followed.find((one) => one.customerId === customerId)
}

function takeFirst(ids: Set<string>): string | undefined {
  const [first] = ids
  if (first !== undefined) ids.delete(first)
  return first
}
