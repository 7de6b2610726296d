import { join } from 'node:path'
import { z } from 'zod'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { createJsonFile } from '../../../engine/storage/json-file.ts'

/** How the page remembers its own looks; what it writes means nothing here. */
export interface ViewStore {
  read(view: string): string | null
  write(view: string, state: string): void
}

export function createViewStore(dataDir: string, onNotice: (notice: Problem) => void): ViewStore {
  const file = createJsonFile({
    file: join(dataDir, 'views.json'),
    shape: z.record(z.string(), z.string()),
    empty: {},
    afterLoss: 'Columns and panes are as at first.',
    onNotice,
  })
  return {
    read: (view) => file.read()[view] ?? null,
    write: (view, state) => {
      file.write({ ...file.read(), [view]: state })
    },
  }
}
