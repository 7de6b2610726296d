import { z } from 'zod'

const failure = z.object({ tag: z.string(), message: z.string(), next: z.string() })

/** What `save --json` and `resume --json` print (command line, “JSON results”). */
export const saveResult = z.object({
  job: z.string(),
  folder: z.string(),
  planned: z.number(),
  saved: z.number(),
  skipped: z.number(),
  failed: z.number(),
  bytes: z.number(),
  complete: z.boolean(),
  manifest: z.object({ csv: z.string(), json: z.string() }).nullable(),
  documents: z.array(
    z.object({
      setId: z.string(),
      documentId: z.string(),
      state: z.enum(['saved', 'skipped', 'failed', 'pending']),
      path: z.string(),
      bytes: z.number().optional(),
      sha256: z.string().optional(),
      attempts: z.number(),
      failure: failure.optional(),
    }),
  ),
  problems: z.array(z.object({ where: z.string(), message: z.string() })),
  failure: failure.optional(),
})

export type PrintedSave = z.infer<typeof saveResult>

export function readSaveResult(stdout: string): PrintedSave {
  return saveResult.parse(JSON.parse(stdout))
}

/** What a command prints that fails as a whole. */
export const wholeFailure = z.object({ failure })
