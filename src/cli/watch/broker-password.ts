import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { AmqpAddress } from './amqp-address.ts'
import { given } from '../connection/choose-connection.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface Asked {
  desk: ParcelDesk
  env: Terminal['env']
  environment: Environment
}

/** From the environment, else the keychain, where the desktop keeps it. Fails with no-credentials. */
export async function brokerPassword(address: AmqpAddress, { desk, env, environment }: Asked): Promise<string> {
  const fromEnvironment = given(env, 'PARCEL_DESK_AMQP_PASSWORD')
  if (fromEnvironment !== undefined) {
    desk.logger.addSecret(fromEnvironment)
    return fromEnvironment
  }
  const { username, virtualHost, host, port, usesTls } = address
  const hosts = [{ host, port }]
  try {
    return await desk.accounts.brokers.read({ environment, username, virtualHost, hosts, usesTls })
  } catch (thrown) {
    throw noPassword(address, thrown)
  }
}

function noPassword({ username, host }: AmqpAddress, thrown: unknown): unknown {
  const failure = failureOf(thrown)
  if (failure === undefined) return thrown
  const why = failure.tag === 'keychain-unavailable' ? ` ${describeFailure(failure).message}` : ''
  return new AppError(
    {
      tag: 'no-credentials',
      what: `There is no password for ${username} at ${host}.${why}`,
      next: 'Put it into the environment variable PARCEL_DESK_AMQP_PASSWORD.',
    },
    { cause: thrown },
  )
}
