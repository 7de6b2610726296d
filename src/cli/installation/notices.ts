import { readThirdParties } from '../../engine/files/third-parties.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'

/** `notices`: what Parcel Desk contains of others, with the texts of their licences. */
export const notices: CommandAction<GeneralOptions> = async ({ terminal, screen }) => {
  const parties = await readThirdParties(terminal.thirdPartyFile)
  await screen.result(parties, () =>
    parties.map(({ name, version, licence, text }) => {
      const heading = `${name} ${version} (${licence})`
      return `${heading}\n${'='.repeat(heading.length)}\n\n${text}\n\n\n`
    }),
  )
  return undefined
}
