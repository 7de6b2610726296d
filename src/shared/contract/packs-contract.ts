import { z } from 'zod'
import { ENTRY_STATES, KEPT_REASONS, MAX_PACK_SETS, PACK_FORMS } from '../model/pack.ts'
import { id, line, none } from './wire.ts'

const template = z.object({ name: line, patterns: z.array(line).max(1_000) })

const onePack = z.strictObject({ packId: id })

export const packMethods = {
  /** The documents of sets in the order of a template, which `packs.write` takes by their places. */
  'packs.plan': {
    input: z.strictObject({
      sessionId: id,
      setIds: z.array(line).min(1).max(MAX_PACK_SETS),
      template: line.nullable(),
    }),
    output: z.object({
      packId: id,
      entries: z.array(
        z.object({
          title: z.string(),
          parcelRef: z.string().nullable(),
          state: z.enum(ENTRY_STATES),
          /** Saved before its set changed. */
          isOutdated: z.boolean(),
        }),
      ),
      /** Patterns of the template that nothing fits. */
      lacks: z.array(z.string()),
      /** Where what is not saved is saved first, for display; null where the user is asked. */
      savesInto: z.string().nullable(),
    }),
  },
  /**
   * Makes the pack in a folder that the user chooses; null when that dialog was cancelled. What is not saved is first saved by a job.
   * Fails as that job does, as `makePack` does, and like the disk.
   */
  'packs.write': {
    input: z.strictObject({
      packId: id,
      form: z.enum(PACK_FORMS),
      order: z.array(z.int().nonnegative()).max(100_000),
    }),
    output: z.object({
      made: z
        .object({
          /** For display. */
          name: z.string(),
          documents: z.int(),
          pages: z.int(),
          bytes: z.number(),
          sha256: z.string(),
          kept: z.array(z.object({ path: z.string(), why: z.enum(KEPT_REASONS) })),
        })
        .nullable(),
    }),
  },
  /** Stops `packs.write`, which leaves nothing; a job that it waits for goes on. */
  'packs.cancel': { input: onePack, output: none },
  /** Shows the pack that was made in the file manager. */
  'packs.show': { input: onePack, output: none },
  'packs.templates': { input: none, output: z.object({ templates: z.array(template) }) },
  'packs.keepTemplates': { input: z.strictObject({ templates: z.array(template).max(100) }), output: none },
} as const

export const packEvents = {
  'packs.progressed': z.object({ packId: id, isSaving: z.boolean(), done: z.int(), total: z.int() }),
} as const
