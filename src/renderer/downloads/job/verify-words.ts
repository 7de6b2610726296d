import { countOf } from '../../ui/base/count-of.ts'
import type { VerifyResult } from '../create-downloads-store.ts'

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
      'In the folder, but with other contents than were saved. What is fetched again comes beside, as a version of its own: the changed file stays.',
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

/** What can be done about what is not as it was saved. */
export function verifyAdvice({ missing, changed, unreadable, fetchable }: VerifyResult): string {
  const rest = missing.length + changed.length - fetchable
  const parts = [
    fetchable > 0 ? `${countOf(fetchable, 'document')} can be fetched again; no file is overwritten.` : '',
    rest > 0
      ? `${countOf(rest, 'file')} cannot be fetched by this button: what was saved lies beside it already, or it is of another account or program.`
      : '',
    unreadable.length > 0 ? 'Close what is not readable, then verify again.' : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
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
