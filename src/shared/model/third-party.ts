import { z } from 'zod'

/** Something by others that is in the product, and the text of its licence. */
export const thirdParty = z.object({
  name: z.string(),
  version: z.string(),
  /** By its SPDX identifier. */
  licence: z.string(),
  text: z.string(),
})

export type ThirdParty = z.output<typeof thirdParty>
