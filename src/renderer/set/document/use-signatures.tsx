import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Input } from '../../../shared/contract/contract.ts'
import { signatureMark } from '../../../shared/words/signature-words.ts'
import { call, failureIn } from '../../client/desk-client.ts'
import type { FirstPainting } from '../../preview/preview-store.ts'
import { type SignaturesAnswer, SignaturesDialog } from './SignaturesDialog.tsx'

type DocumentKey = Input<'documents.signatures'>

interface DocumentSignatures {
  /** What stands above the pages; undefined of a document without signatures. */
  readonly mark: string | undefined
  readonly onPainted: (painting: FirstPainting) => void
  readonly show: () => void
  readonly dialog: ReactNode
}

interface ShownDocument {
  /** Of the document in the preview. */
  readonly key: string
  /** What the service says of who has signed. */
  readonly counted: string | null
}

/** The digital signatures of the shown document. */
export function useSignatures(
  { sessionId, setId, documentId, sha256 }: DocumentKey,
  { key, counted }: ShownDocument,
): DocumentSignatures {
  const [wanted, setWanted] = useState<{ key: string; document: DocumentKey }>()
  const [result, setResult] = useState<SignaturesAnswer & { key: string }>()
  const [opened, setOpened] = useState<string>()
  useEffect(() => {
    if (wanted === undefined) return undefined
    let isWanted = true
    call('documents.signatures', wanted.document).then(
      (found) => isWanted && setResult({ key: wanted.key, found }),
      (thrown: unknown) => isWanted && setResult({ key: wanted.key, failure: failureIn(thrown) }),
    )
    return () => {
      isWanted = false
    }
  }, [wanted])
  const ask = useCallback(
    () => setWanted({ key, document: { sessionId, setId, documentId, sha256 } }),
    [key, sessionId, setId, documentId, sha256],
  )
  const answer: SignaturesAnswer | undefined = result?.key === key ? result : undefined
  const isMissing = answer?.found === undefined
  const show = useCallback(() => {
    setOpened(key)
    if (isMissing) ask()
  }, [key, isMissing, ask])
  // Not before: the first page is waited for, they are not.
  const onPainted = useCallback((painting: FirstPainting) => painting.key === key && ask(), [key, ask])
  return {
    mark: answer === undefined ? undefined : signatureMark(answer.found),
    onPainted,
    show,
    dialog: opened === key && (
      <SignaturesDialog answer={answer} counted={counted} onRetry={ask} onClose={() => setOpened(undefined)} />
    ),
  }
}
