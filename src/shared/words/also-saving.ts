import type { OtherSaver } from '../model/job.ts'
import { counted } from '../text/format.ts'

const MOST_NAMED = 3

/** Who else saves into a folder: “anna on PC-7 is saving into this folder too. …”. The names are plain text. */
export function alsoSavingText(others: readonly OtherSaver[]): string {
  const named = others
    .slice(0, MOST_NAMED)
    .map(({ user, host }) => [user, host].filter((name) => name !== '').join(' on '))
  const more = others.length - named.length
  const all = more === 0 ? named : [...named, counted(more, 'other')]
  const who = new Intl.ListFormat('en', { type: 'conjunction' }).format(all)
  return `${who} ${others.length === 1 ? 'is' : 'are'} saving into this folder too. ${SAFE_TOGETHER}`
}

/** Why that is no reason to wait. */
export const SAFE_TOGETHER =
  'You can save at the same time: no two write one file, and the manifest lists what everyone saved.'
