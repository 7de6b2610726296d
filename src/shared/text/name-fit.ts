import { isWordStart } from './fold-text.ts'

/** How well a name fits what was typed. */
export const FIT = { none: 0, inside: 1, word: 2, start: 3, equal: 4 } as const

/** Both folded. */
export function fitOf(typed: string, name: string): number {
  let at = name.indexOf(typed)
  if (at === -1) return FIT.none
  if (at === 0) return name.length === typed.length ? FIT.equal : FIT.start
  for (; at !== -1; at = name.indexOf(typed, at + 1)) {
    if (isWordStart(name, at)) return FIT.word
  }
  return FIT.inside
}
