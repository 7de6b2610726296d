/** A quantity without its literal `null` parts (`1000 null`, `null null`); empty when nothing was set. T17. */
export function cleanQuantity(text: string): string {
  return text
    .split(/\s+/)
    .filter((part) => part !== '' && part !== 'null')
    .join(' ')
}
