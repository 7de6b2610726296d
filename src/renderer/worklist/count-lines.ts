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

/** “ · 50 lines pasted, 3 repeated, 1 blank”: why there are fewer references than lines; empty where there are not. */
export function pastedLines(lines: readonly string[]): string {
  const filled = lines.filter((line) => line !== '')
  const repeated = filled.length - new Set(filled).size
  const blank = lines.length - filled.length
  if (repeated + blank === 0) return ''
  const parts = [
    `${lines.length.toLocaleString('en')} lines pasted`,
    ...(repeated > 0 ? [`${repeated.toLocaleString('en')} repeated`] : []),
    ...(blank > 0 ? [`${blank.toLocaleString('en')} blank`] : []),
  ]
  return ` · ${parts.join(', ')}`
}
