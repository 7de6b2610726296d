import type { Output } from '../../../shared/contract/contract.ts'
import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import { withinTime } from '../../../engine/base/async.ts'
import { unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { systemVersions } from '../../../engine/support/system-versions.ts'
import type { HostFacts } from '../desk-ports.ts'

/** The user is waiting for the screen; a keychain that asks to be unlocked takes longer than this. */
const CHECK_TIMEOUT_MS = 5_000

export interface DiagnosticsOptions {
  engine: Pick<ParcelDesk, 'accounts' | 'logger' | 'policy' | 'supportBundle'>
  host: HostFacts
  clock: ClockPort
  dataDir: string
}

export type Diagnostics = Output<'diagnostics.read'>

/** What support needs to know of this installation. */
export async function readDiagnostics({ engine, host, clock, dataDir }: DiagnosticsOptions): Promise<Diagnostics> {
  return {
    host: host.kind,
    versions: [{ name: 'Parcel Desk', version: host.version }, ...host.versions, ...systemVersions()],
    dataFolder: dataDir,
    logFolder: host.logDir,
    keychain: await checkKeychain(engine, clock),
  }
}

async function checkKeychain(
  { accounts, logger }: DiagnosticsOptions['engine'],
  clock: ClockPort,
): Promise<Diagnostics['keychain']> {
  const reason = `it gave no answer for ${CHECK_TIMEOUT_MS / 1000} seconds`
  const lateError = (): Error => new AppError({ tag: 'keychain-unavailable', reason })
  try {
    await withinTime(accounts.checkKeychain(), { clock, timeMs: CHECK_TIMEOUT_MS, lateError })
    return { isAvailable: true, failure: null }
  } catch (thrown) {
    const failure = failureOf(thrown) ?? unexpectedFailure(logger, 'checking the keychain', thrown)
    return { isAvailable: false, failure: describeFailure(failure, 'desk') }
  }
}
