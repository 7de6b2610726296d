import { z } from 'zod'
import { CREDENTIAL_FORMS, ENVIRONMENTS } from '../model/connection.ts'
import { CONFLICT_POLICIES } from '../model/job.ts'

/** Schemas that several groups of the contract share. Everything is JSON; times are ISO texts. */

/** An opaque handle that only the main process can resolve. */
export const id = z.string().min(1).max(64)
/** One line of text typed by a person. */
export const line = z.string().max(1_000)
export const none = z.strictObject({})

/** A slice of a long list; 2,000 rows are about a megabyte. */
export const slice = z.strictObject({ from: z.int().nonnegative(), count: z.int().min(1).max(2_000) })

export const environment = z.enum(ENVIRONMENTS)
export const credentialForm = z.enum(CREDENTIAL_FORMS)
export const conflictPolicy = z.enum(CONFLICT_POLICIES)

export const problem = z.object({ where: z.string(), message: z.string(), received: z.array(z.string()).optional() })

/** What spreadsheets open. */
export const tableFormat = z.enum(['csv', 'xlsx'])

/** A file that the main process wrote where the user chose; name and folder are only for display. */
export const savedFile = z.object({ fileId: id, name: z.string(), folder: z.string() })

/** A failure in words for the user, with the same tag in log, command line and page. */
export const describedFailure = z.object({ tag: z.string(), message: z.string(), next: z.string() })
