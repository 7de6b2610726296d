import type { PackTemplate } from '../../shared/model/pack.ts'
import { foldText } from '../../shared/text/fold-text.ts'
import type { PackEntry } from './plan-pack.ts'

export interface PackPlan {
  /** In the order in which they go in. */
  entries: PackEntry[]
  /** Patterns of the order that no document fits. */
  lacks: string[]
}

/** In the order of the template; what fits none of its patterns comes last, as it came. */
export function inOrder(entries: readonly PackEntry[], template: PackTemplate | undefined): PackPlan {
  const patterns = template?.patterns ?? []
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry, patterns) }))
  const found = new Set(ranked.map(({ rank }) => rank))
  return {
    entries: ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry),
    lacks: patterns.filter((_, at) => !found.has(at)),
  }
}

function rankOf({ title }: PackEntry, patterns: readonly string[]): number {
  const at = patterns.findIndex((pattern) => fits(title, pattern))
  return at === -1 ? patterns.length : at
}

/** Whether the title has the parts of the pattern one after another, whatever the case and accents; `*` is anything between. */
function fits(title: string, pattern: string): boolean {
  const text = foldText(title)
  let from = 0
  for (const part of foldText(pattern).split('*')) {
    const at = text.indexOf(part.trim(), from)
    if (at === -1) return false
    from = at + part.trim().length
  }
  return true
}
