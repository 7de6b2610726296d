import { plainText } from '../../shared/text/plain-text.ts'

/** As much of a name as stands in a sentence, in characters. */
const LONGEST_NAME = 100

/** A document in a sentence: by its name, or by its id where it has none. Nobody knows a document by its id. */
export function wordsForDocument({ name, documentId }: { name?: string | undefined; documentId: string }): string {
  const plain = plainText(name ?? '', LONGEST_NAME)
  return plain === '' ? `document ${documentId}` : `document “${plain}”`
}
