import { FOUND_WORDS } from './found-words.ts'
import type { WorklistLine } from './worklist-line.ts'

const ORDER = ['found', 'several', 'missing', 'unknown', 'waiting'] as const

/** “120 references: 112 found, 3 several, 5 missing”; what is none is left out. */
export function countLines(lines: readonly Pick<WorklistLine, 'state'>[], references: number): string {
  const parts = ORDER.flatMap((state) => {
    const count = lines.filter((line) => line.state === state).length
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${FOUND_WORDS[state].toLowerCase()}`]
  })
  const all = references === 1 ? '1 reference' : `${references.toLocaleString('en')} references`
  return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`
}
