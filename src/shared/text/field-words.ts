import { foldText } from './fold-text.ts'

/** The fields of a set that a word can name. */
const SET_FIELDS = ['state', 'customer', 'vessel', 'shipment', 'parcel', 'bl'] as const
export type SetField = (typeof SET_FIELDS)[number]

/** A folded word of a query; with a field only that field is meant. */
export interface FieldWord {
  readonly field: SetField | undefined
  readonly text: string
}

/** The words of a query: “vessel:olaf” is Olaf among the vessels; one that names no field is meant as it stands. */
export function fieldWords(query: string): FieldWord[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return words.map((word) => {
    const { name, text } = namedWord(word)
    const field = name === undefined ? undefined : SET_FIELDS.find((one) => one.startsWith(name))
    return field === undefined ? { field, text: word } : { field, text }
  })
}

/** “vessel:olaf” as a name and a text; a word without a name, or with nothing after it, is all text. */
export function namedWord(word: string): { readonly name: string | undefined; readonly text: string } {
  const at = word.indexOf(':')
  const isNamed = at > 0 && at < word.length - 1
  return isNamed ? { name: word.slice(0, at), text: word.slice(at + 1) } : { name: undefined, text: word }
}
