import { badUsage } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { CommandAction } from '../command-run.ts'
import { envValue } from '../connection/choose-connection.ts'
import type { GeneralOptions } from '../options/option-types.ts'
import { profileRecord } from '../reports/records.ts'

/** `sign-out`: forgets a saved account and its password. */
export const signOut: CommandAction<GeneralOptions & { profile?: string }> = async (run) => {
  const { options, terminal, screen } = run
  const desk = await run.open()
  const named = options.profile ?? envValue(terminal.env, 'PARCEL_DESK_PROFILE')
  const forgotten = await desk.accounts.signOut(named ?? onlyProfile(desk.accounts.profiles()))
  await screen.result(profileRecord(forgotten), () => [`Forgot “${forgotten.profile ?? ''}” and its password.\n`])
  return undefined
}

function onlyProfile(profiles: Connection[]): string {
  const [first, ...others] = profiles
  if (first?.profile === undefined)
    throw badUsage('There is no saved account to forget.', '“parcel-desk profiles” lists them.')
  if (others.length === 0) return first.profile
  const names = profiles.map(({ profile }) => profile).join(', ')
  throw badUsage('There are several saved accounts.', `Name one of them with --profile: ${names}.`)
}
