/** A number with its noun, thousands apart: `1 document`, `1,240 documents`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
