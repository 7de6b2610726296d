import { join } from 'node:path'
import { z } from 'zod'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { PackTemplate } from '../../shared/model/pack.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { createJsonFile } from '../storage/json-file.ts'

/** Kept in the data folder. */
export interface PackTemplates {
  list(): PackTemplate[]
  /** Fails with bad-usage where there is none of that name. */
  find(name: string): PackTemplate
  /** All of them, in place of those before. */
  keep(templates: readonly PackTemplate[]): void
}

const stored = z.object({ templates: z.array(z.object({ name: z.string(), patterns: z.array(z.string()) })) })

export function createPackTemplates(dataDir: string, onNotice: (notice: Problem) => void): PackTemplates {
  const file = createJsonFile({
    file: join(dataDir, 'pack-templates.json'),
    shape: stored,
    empty: { templates: [] },
    afterLoss: 'Keep your orders of packs again.',
    onNotice,
  })
  const list = (): PackTemplate[] => file.read().templates
  return {
    list,
    find: (name) => {
      const found = list().find((one) => one.name === name)
      if (found === undefined)
        throw badUsage(`There is no order of packs named “${name}”.`, 'Keep one at the desk, in “Make a pack”.')
      return found
    },
    keep: (templates) => file.write({ templates: [...templates] }),
  }
}
