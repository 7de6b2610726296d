/** A pattern that was changed in a save dialog but not used: the next dialog in this window starts with it. */
export interface PatternDraft {
  /** The draft, or `stored` if there is none or the stored pattern has changed since. */
  read(stored: string): string
  keep(draft: { readonly stored: string; readonly pattern: string }): void
}

function createPatternDraft(): PatternDraft {
  let kept: { readonly stored: string; readonly pattern: string } | undefined
  return {
    read: (stored) => (kept?.stored === stored ? kept.pattern : stored),
    keep: (draft) => {
      kept = draft
    },
  }
}

export const patternDraft = createPatternDraft()
