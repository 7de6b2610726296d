interface TextCounts {
  /** Documents that were looked at. */
  readonly indexed: number
  readonly withoutText: number
}

/** “1 of 6 documents has no text (scans)”: what is never found. */
export function textlessWords(
  { indexed, withoutText }: TextCounts,
  numberText: (count: number) => string = String,
): string {
  const documents = indexed === 1 ? 'document' : 'documents'
  const have = withoutText === 1 || indexed === 1 ? 'has' : 'have'
  return `${numberText(withoutText)} of ${numberText(indexed)} ${documents} ${have} no text (scans)`
}
