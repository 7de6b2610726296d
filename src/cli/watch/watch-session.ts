import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Connection, Environment } from '../../shared/model/connection.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import type { SignedIn } from '../../engine/accounts/accounts-service.ts'
import { refusePlainAmqp } from '../../engine/base/plain-amqp.ts'
import type { Feed } from '../../engine/feed/open-feed.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import { assertEnvironmentAllowed } from '../../engine/policy/guards.ts'
import type { CommandRun } from '../command-run.ts'
import { chooseConnection, type ConnectionChoice, namesConnection, envValue } from '../connection/choose-connection.ts'
import { readPassword } from '../connection/read-password.ts'
import type { QueueOptions } from '../options/option-types.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type AmqpAddress, readAmqpAddress } from './amqp-address.ts'
import { customerIds, refuseNoCustomer } from './watched-queues.ts'

/** Whose messages are taken, and where they go. */
export interface WatchSession {
  desk: ParcelDesk
  address: AmqpAddress
  environment: Environment
  /** Undefined where no connection is named or needed. */
  session: ParcelSession | undefined
  /** The inbox. */
  feed: Feed
  /** Ids; empty where no customer is named. */
  customers: string[]
  /** Of the user in `address`. */
  password(): Promise<string>
}

/**
 * Opens what taking messages needs beside the queue. The service is called only to look up a customer by name. Fails with
 * bad-usage, set-by-organisation, and like such a call.
 */
export async function openWatchSession(
  run: CommandRun<QueueOptions>,
  { isServiceNeeded = false }: { isServiceNeeded?: boolean } = {},
): Promise<WatchSession> {
  const { options, terminal, interruption } = run
  const address = readAmqpAddress(options.amqpUrl)
  const named = options.customer ?? []
  refuseNoCustomer(address, options)
  const connection = chooseWatchConnection(run, isServiceNeeded || !named.every((one) => isUuid(one.trim())))
  const desk = await run.open()
  refusePlainAmqp(address, desk.policy.current().values.PlainAmqpAllowed)
  const { environment, session } = await openContext(run, desk, connection)
  const feed = desk.feed(environment)
  const customers = await customerIds(named, session, interruption.stop)
  const password = (): Promise<string> => brokerPassword(address, { desk, env: terminal.env, environment })
  return { desk, address, environment, session, feed, customers, password }
}

/**
 * The connection that options or environment variables name or, where the service is needed, the only saved one; else
 * undefined. Fails with bad-usage.
 */
function chooseWatchConnection(
  { options, terminal }: CommandRun<QueueOptions>,
  isNeeded: boolean,
): ConnectionChoice | undefined {
  return isNeeded || namesConnection(options, terminal) ? chooseConnection(options, terminal) : undefined
}

/**
 * The password is read at the first call to the service: most runs make none. Fails with bad-usage, no-credentials,
 * set-by-organisation.
 */
async function openContext(
  run: CommandRun<QueueOptions>,
  desk: ParcelDesk,
  choice: ConnectionChoice | undefined,
): Promise<Pick<WatchSession, 'environment' | 'session'>> {
  if (choice === undefined) {
    const { environment = 'production' } = run.options
    assertEnvironmentAllowed(desk.policy, environment)
    return { environment, session: undefined }
  }
  const signedIn = choice.kind === 'once' ? signedInOnce(run, choice) : await signedInSaved(desk, choice.name)
  const connection = { ...signedIn.connection, caFile: choice.caFile ?? signedIn.connection.caFile }
  return { environment: connection.environment, session: desk.connect({ ...signedIn, connection }) }
}

function signedInOnce(
  run: CommandRun<QueueOptions>,
  { address, caFile }: Extract<ConnectionChoice, { kind: 'once' }>,
): SignedIn {
  const connection: Connection = { ...address, profile: undefined, caFile }
  const of = `${address.username} at ${new URL(address.baseUrl).host}`
  return { connection, password: () => readPassword(run, of) }
}

async function signedInSaved({ accounts }: ParcelDesk, profile: string | undefined): Promise<SignedIn> {
  const known = accounts.profiles().find((one) => one.profile === profile)
  if (known === undefined) return await accounts.useProfile(profile)
  return { connection: known, password: async () => await (await accounts.useProfile(profile)).password() }
}

interface PasswordRequest {
  desk: ParcelDesk
  env: Terminal['env']
  /** The environment variable that may hold it. */
  variable?: string
  environment: Environment
}

/**
 * Reads a broker’s password from the environment variable, or else from the keychain, where the desktop keeps it. Fails with
 * no-credentials.
 */
export async function brokerPassword(
  address: AmqpAddress,
  { desk, env, variable = 'PARCEL_DESK_AMQP_PASSWORD', environment }: PasswordRequest,
): Promise<string> {
  const fromEnvironment = envValue(env, variable)
  if (fromEnvironment !== undefined) {
    desk.logger.addSecret(fromEnvironment)
    return fromEnvironment
  }
  const { username, virtualHost, host, port, usesTls } = address
  const hosts = [{ host, port }]
  try {
    return await desk.accounts.brokers.read({ environment, username, virtualHost, hosts, usesTls })
  } catch (thrown) {
    throw noPassword(address, variable, thrown)
  }
}

function noPassword({ username, host }: AmqpAddress, variable: string, thrown: unknown): unknown {
  const failure = failureOf(thrown)
  if (failure === undefined) return thrown
  const why = failure.tag === 'keychain-unavailable' ? ` ${describeFailure(failure).message}` : ''
  return new AppError(
    {
      tag: 'no-credentials',
      what: `There is no password for ${username} at ${host}.${why}`,
      next: `Put it into the environment variable ${variable}.`,
    },
    { cause: thrown },
  )
}
