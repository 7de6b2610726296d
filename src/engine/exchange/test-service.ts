import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { TestStep } from '../../shared/contract/connections-contract.ts'
import { counted } from '../../shared/text/format.ts'
import { describeServer, type Found, runSteps, type StepPlan } from '../base/run-steps.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { ExchangeClient } from './exchange-client.ts'
import type { Reached } from './reach-service.ts'

interface ServiceTest {
  client: Pick<ExchangeClient, 'reach' | 'signIn' | 'counterparties'>
  connection: Connection
  clock: ClockPort
  /** False where nobody has typed user name and password yet: then only the way to the service is tested. */
  hasPassword: boolean
}

/**
 * Looks step by step whether this connection works: reach it, check its certificate, sign in, list customers. The password
 * goes to no other address, and only once, as with any sign-in (T29, T31). Fails with interrupted.
 */
export async function testService(
  { client, connection, clock, hasPassword }: ServiceTest,
  onSteps: (steps: TestStep[]) => void,
  signal?: AbortSignal,
): Promise<TestStep[]> {
  const { host } = new URL(connection.baseUrl)
  let reached: Reached | AppError | undefined
  const reach: StepPlan['run'] = async () => {
    reached = await client.reach(signal).catch(ifUntrusted)
    return { found: `${host} answers.` }
  }
  const encryption: StepPlan['run'] = () => {
    if (reached instanceof AppError) return Promise.reject(reached)
    if (reached?.server !== undefined) return Promise.resolve(describeServer(reached.server, clock.now()))
    return Promise.resolve({ found: 'Not encrypted, because it never leaves this computer.' })
  }
  const signIn: StepPlan['run'] = async () => {
    if (!hasPassword) return undefined
    await client.signIn(signal)
    return { found: `${connection.username} can sign in.` }
  }
  const customers: StepPlan['run'] = async () => {
    if (!hasPassword) return undefined
    const { counterparties, problems } = await client.counterparties(signal)
    return describeCustomers(counterparties.length, problems.map(({ message }) => message).join(' '))
  }
  const group: StepPlan[] = [
    { id: 'reach', title: `Reach ${host}`, run: reach },
    { id: 'encryption', title: 'Check the encryption', run: encryption },
    { id: 'signIn', title: 'Sign in', run: signIn },
    { id: 'customers', title: 'List the customers', run: customers },
  ]
  return await runSteps([group], { clock, onSteps })
}

/** A server that answers with a wrong certificate was reached all the same. */
function ifUntrusted(thrown: unknown): AppError {
  if (thrown instanceof AppError && failureOf(thrown)?.tag === 'tls-untrusted') return thrown
  throw thrown
}

function describeCustomers(count: number, problem: string): Found {
  const found = `This user sees ${counted(count, 'customer')}.`
  if (count === 0) return { found, warning: 'Ask the administrator of the service which customers it should see.' }
  return problem === '' ? { found } : { found, warning: `${problem}.` }
}
