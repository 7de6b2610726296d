import { z } from 'zod'

/** Shapes that several groups of the contract share. Everything here is JSON; times are ISO texts. */

/** Given out by the main process, meaningless elsewhere: what it stands for stays there. */
export const id = z.string().min(1).max(64)
/** Text typed by a person. */
export const line = z.string().max(1_000)
export const none = z.strictObject({})

/** A piece of a list that may be long; 2,000 rows are about a megabyte. */
export const slice = z.strictObject({ from: z.int().nonnegative(), count: z.int().min(1).max(2_000) })

export const environment = z.enum(['test', 'production'])
export const credentialForm = z.enum(['basic', 'headers'])

export const problem = z.object({ where: z.string(), message: z.string(), received: z.array(z.string()).optional() })

/** A file that the main process wrote where the user said; name and folder are for reading only. */
export const savedFile = z.object({ fileId: id, name: z.string(), folder: z.string() })

/** A failure in the user's words; the tag is the same in log, command line and screen. */
export const describedFailure = z.object({ tag: z.string(), message: z.string(), next: z.string() })
