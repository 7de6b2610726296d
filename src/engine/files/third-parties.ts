import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { badUsage } from '../../shared/errors/app-error.ts'
import { type ThirdParty, thirdParty } from '../../shared/model/third-party.ts'

/** What a build put beside the program (packaging/papers). Fails with bad-usage in a checkout that is not built. */
export async function readThirdParties(file: string): Promise<ThirdParty[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw badUsage('The notices of third parties are made when the program is built.', 'Run “npm run build” first.')
  })
  return z.array(thirdParty).parse(JSON.parse(text))
}
