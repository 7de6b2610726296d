import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'
import { profileRecord } from '../reports/records.ts'
import { textTable } from '../terminal/text-table.ts'

/** `profiles`: the saved accounts, without their passwords. */
export const profiles: CommandAction<GeneralOptions> = async ({ open, screen }) => {
  const desk = await open()
  const records = desk.accounts.profiles().map(profileRecord)
  await screen.result(records, () =>
    records.length === 0
      ? ['There are no saved accounts. “parcel-desk sign-in” makes one.\n']
      : textTable(
          ['PROFILE', 'ENVIRONMENT', 'USER', 'ADDRESS'],
          records.map(({ profile, environment, username, baseUrl }) => [profile, environment, username, baseUrl]),
        ),
  )
  return undefined
}
