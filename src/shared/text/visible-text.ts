import { UNPLAIN } from './plain-text.ts'

/** What turns the reading direction, by the short name that Unicode gives it. */
const DIRECTIONS: Readonly<Record<number, string>> = {
  0x61c: 'ALM',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
}
const SPACE = 0x20

/**
 * Text from outside as the page draws it: what would turn the reading direction, hide or break the line is shown as a mark.
 * “invoice⟨RLO⟩fdp.exe” cannot pass for “invoiceexe.pdf”, and nobody wonders where a letter went. What it is put into must
 * isolate it as well (`bdi`), for Hebrew and Arabic letters turn their surroundings by themselves.
 */
export function visibleText(text: string): string {
  return text.replace(UNPLAIN, (unplain) => Array.from(unplain, markOf).join(''))
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < SPACE) return String.fromCodePoint(0x2400 + code)
  return `⟨${DIRECTIONS[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`
}

/** The same for text that has lines, such as a message as it came. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n')
}
