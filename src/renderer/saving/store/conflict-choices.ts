import type { Choice } from '../../ui/fields/RadioGroup.tsx'
import type { Conflict } from './save-state.ts'

/** What to do with a file that is there, in plain words; the safe one first. */
export const CONFLICT_CHOICES: readonly Choice<Conflict>[] = [
  {
    id: 'keep-both',
    title: 'Keep both versions',
    description: 'Other contents are saved beside the file that is there. The same contents are not saved twice.',
  },
  {
    id: 'skip',
    title: 'Leave the file that is there',
    description: 'The document is not fetched, whatever the file holds.',
  },
  {
    id: 'replace',
    title: 'Replace the file that is there',
    description: 'What the file held is gone for good.',
  },
]
