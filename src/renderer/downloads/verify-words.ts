import { countOf } from '../saving/count-of.ts'
import type { VerifyResult } from './create-downloads-store.ts'

export type Difference = 'missing' | 'changed' | 'unreadable' | 'extra'

interface DifferenceFacts {
  readonly id: Difference
  readonly title: string
  /** What it is to have such a file. */
  readonly means: string
  readonly paths: readonly string[]
}

const FACTS: readonly Omit<DifferenceFacts, 'paths'>[] = [
  { id: 'missing', title: 'Missing', means: 'Saved once and listed in the manifest, but not in the folder now.' },
  {
    id: 'changed',
    title: 'Changed',
    means:
      'In the folder, but with other contents than were saved. To have both, save their sets to this folder once more: what was saved comes beside. To have what was saved alone, choose to replace files.',
  },
  {
    id: 'unreadable',
    title: 'Not readable',
    means: 'In the folder, but open in another program, or not for this user to read. Close them and verify again.',
  },
  { id: 'extra', title: 'Not from here', means: 'In the folder, but not listed in the manifest. Left alone.' },
]

/** The lists that have something in them, the worst first. */
export function differences(result: VerifyResult): readonly DifferenceFacts[] {
  return FACTS.map((facts) => ({ ...facts, paths: result[facts.id] })).filter(({ paths }) => paths.length > 0)
}

/** The result in one sentence. */
export function verifySentence({ ok, missing, changed, unreadable }: VerifyResult): string {
  if (missing.length + changed.length + unreadable.length === 0) {
    return ok === 1
      ? 'The saved file is there and unchanged.'
      : `All ${countOf(ok, 'saved file')} are there and unchanged.`
  }
  const parts = [
    missing.length > 0 ? `${countOf(missing.length, 'file')} missing` : '',
    changed.length > 0 ? `${countOf(changed.length, 'file')} changed` : '',
    unreadable.length > 0 ? `${countOf(unreadable.length, 'file')} not readable` : '',
  ]
  return `${parts.filter((part) => part !== '').join(', ')}; ${ok.toLocaleString('en')} as saved.`
}
