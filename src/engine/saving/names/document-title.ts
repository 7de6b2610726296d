import { docTypeLabel } from '../../../shared/text/set-fields.ts'

/** More than any file name shows; what comes from outside may be far longer. */
const MAX_COMPARED_CHARS = 300

/** Types that say nothing about a document, as `joined` words: the service has one for whatever was uploaded. */
const GENERIC_TYPES = new Set(['uploadabledocument', 'uploadable', 'document', 'otherdocument', 'other'])

/**
 * What a document is called: its name without “.pdf”, with its type before it unless the type is generic or the name says it
 * already. `Bill of Lading` for a name equal to its type, `Bill of lading BL 4711` for `BL 4711.pdf` of the type
 * `BILL_OF_LADING`. Empty where neither says anything. Not cleaned for a file system.
 */
export function documentTitle(name: string, docType: string): string {
  const stem = withoutPdf(name)
  const words = wordsOf(docType)
  if (GENERIC_TYPES.has(words.join('')) || saysAlready(stem, words)) return stem
  return `${docTypeLabel(docType.trim())} ${stem}`.trim()
}

function withoutPdf(name: string): string {
  let stem = name.trim()
  while (/\.pdf$/i.test(stem)) stem = stem.slice(0, -'.pdf'.length).trimEnd()
  return stem
}

/** Whether the words occur one after another, however they are spelled: `BillOfLading`, `bills_of_lading`. */
function saysAlready(stem: string, words: readonly string[]): boolean {
  const searched = words.join('')
  if (searched === '') return true
  const edges = new Set([0])
  let whole = ''
  for (const word of wordsOf(stem)) {
    whole += word
    edges.add(whole.length)
  }
  for (let at = whole.indexOf(searched); at >= 0; at = whole.indexOf(searched, at + 1)) {
    if (edges.has(at) && edges.has(at + searched.length)) return true
  }
  return false
}

const ACCENTS = /\p{M}/gu
const CAMEL_CASE = /([\p{Ll}\p{N}])(\p{Lu})/gu
const NO_WORD = /[^\p{L}\p{N}]+/u

/** Words as compared: without case, accents and the s of a plural. */
function wordsOf(text: string): string[] {
  const plain = text.slice(0, MAX_COMPARED_CHARS).normalize('NFKD').replace(ACCENTS, '')
  const words = plain.replace(CAMEL_CASE, '$1 $2').toLowerCase().split(NO_WORD)
  return words.filter((word) => word !== '').map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
}
