/** Stands for a token that has a value. Control characters, because no cleaned text holds any. */
export const VALUE = '\u0001'
/** Stands for a token without a value. */
export const GAP = '\u0000'

const SEPARATORS = String.raw`\s\-–—_,.;+&#=~·()[\]`
const GAP_RUN = new RegExp(`[${SEPARATORS}]*${GAP}[${SEPARATORS}${GAP}]*`, 'g')
const EMPTY_BRACKETS = new RegExp(String.raw`[(\[]\s*${GAP}[\s${GAP}]*[)\]]`, 'g')

/**
 * Takes the gaps out of a name's skeleton together with the separators around them: one separator stays between two values,
 * none at an edge, and no empty brackets. Separators inside values are not touched, for values are not in the skeleton.
 */
export function closeGaps(skeleton: string): string {
  return skeleton.replace(GAP_RUN, (run, start: number) => {
    const open = run.replace(EMPTY_BRACKETS, GAP)
    // A bracket whose partner stands beyond the run has to stay: "Bill (draft {status})".
    if (start === 0) return open.replace(/[^([]/g, '')
    if (start + run.length === skeleton.length) return open.replace(/[^)\]]/g, '')
    const separators = open.split(GAP).filter((separator) => separator !== '')
    return separators.find((separator) => separator.trim() !== '') ?? separators[0] ?? ''
  })
}
