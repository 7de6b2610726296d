import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import type { TestStep } from '../../shared/contract/connections-contract.ts'
import { MAX_FIELD_CHARS, plainText } from '../../shared/text/plain-text.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { ServerIdentity } from '../ports/network.ts'

/** What a step has found. With `warning` it works, and that is what the user should do about it. */
export interface Found {
  found: string
  warning?: string
}

export interface StepPlan {
  id: string
  title: string
  /** Fails with what the step found wrong; undefined skips the step, because there is nothing to look at. */
  run(): Promise<Found | undefined>
}

interface StepsOptions {
  clock: ClockPort
  /** All steps after each change, those that wait included. */
  onSteps: (steps: TestStep[]) => void
  /** Advice in place of that of the failure table, which speaks of what is retried. */
  adviceFor?: (failure: Failure) => string | undefined
  /** Whether a failure also ends the groups after its own. */
  endsAll?: (failure: Failure) => boolean
}

/**
 * Runs the steps of a test one after another and returns them all. A failure skips the rest of its group. Fails with
 * interrupted, and with what is no tagged failure.
 */
export async function runSteps(
  groups: readonly (readonly StepPlan[])[],
  { clock, onSteps, adviceFor, endsAll }: StepsOptions,
): Promise<TestStep[]> {
  let steps: TestStep[] = groups.flat().map(({ id, title }) => ({ id, title, state: 'waiting', ...NOTHING }))
  const show = (id: string, changed: Partial<TestStep>): void => {
    steps = steps.map((step) => (step.id === id ? { ...step, ...changed } : step))
    onSteps(steps)
  }
  const take = async ({ id, run }: StepPlan): Promise<Failure | undefined> => {
    const startedMs = clock.monotonicMs()
    const elapsedMs = (): number => Math.round(clock.monotonicMs() - startedMs)
    show(id, { state: 'running' })
    try {
      const result = await run()
      if (result === undefined) show(id, { state: 'skipped' })
      else show(id, ended(result, elapsedMs()))
      return undefined
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure === undefined || failure.tag === 'interrupted') throw thrown
      const { message, next } = describeFailure(failure, 'desk')
      show(id, { state: 'failed', found: message, next: adviceFor?.(failure) ?? next, ms: elapsedMs() })
      return failure
    }
  }
  for (const group of groups) {
    const failure = await takeInTurn(group, take)
    if (failure !== undefined && endsAll?.(failure) === true) break
  }
  for (const { id, state } of steps) if (state === 'waiting') show(id, { state: 'skipped' })
  return steps
}

const NOTHING = { found: '', next: '', ms: null }

/** Ends at the first failure and returns it. */
async function takeInTurn(
  group: readonly StepPlan[],
  take: (plan: StepPlan) => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  for (const plan of group) {
    const failure = await take(plan)
    if (failure !== undefined) return failure
  }
  return undefined
}

function ended({ found, warning }: Found, ms: number): Partial<TestStep> {
  return { state: warning === undefined ? 'passed' : 'warned', found, next: warning ?? '', ms }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough for an operator to renew a certificate. */
const SOON_DAYS = 14

/** The encryption of a connection in a sentence; a certificate that expires soon is a warning. */
export function describeServer({ protocol, name, issuer, validUntil }: ServerIdentity, now: Date): Found {
  const [plainName, plainIssuer] = [name, issuer].map((text) => plainText(text, MAX_FIELD_CHARS))
  const until = Number.isNaN(validUntil.getTime()) ? 'unknown' : validUntil.toISOString().slice(0, 10)
  const issued = plainIssuer === '' ? '' : `, issued by ${plainIssuer}`
  const found = `${protocol.replace('TLSv', 'TLS ')}, with a certificate for ${plainName}${issued}, valid until ${until}.`
  const leftDays = Math.floor((validUntil.getTime() - now.getTime()) / DAY_MS)
  if (!(leftDays < SOON_DAYS)) return { found }
  return { found, warning: 'It expires soon: ask the operator of the server to renew it.' }
}
