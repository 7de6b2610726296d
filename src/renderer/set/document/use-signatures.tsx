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

/** The digital signatures of the shown document; `counted` is what the service says of who has signed. */
export function useSignatures(
  { sessionId, setId, documentId }: DocumentKey,
  counted: string | null,
): DocumentSignatures {
  const [wanted, setWanted] = useState<DocumentKey>()
  const [result, setResult] = useState<SignaturesAnswer & { of: DocumentKey }>()
  const [opened, setOpened] = useState<string>()
  useEffect(() => {
    if (wanted === undefined) return undefined
    let isWanted = true
    call('documents.signatures', wanted).then(
      (found) => isWanted && setResult({ of: wanted, found }),
      (thrown: unknown) => isWanted && setResult({ of: wanted, failure: failureIn(thrown) }),
    )
    return () => {
      isWanted = false
    }
  }, [wanted])
  const ask = useCallback(() => setWanted({ sessionId, setId, documentId }), [sessionId, setId, documentId])
  const answer: SignaturesAnswer | undefined = result?.of.documentId === documentId ? result : undefined
  const isMissing = answer?.found === undefined
  const show = useCallback(() => {
    setOpened(documentId)
    if (isMissing) ask()
  }, [documentId, isMissing, ask])
  // Not before: the first page is waited for, they are not.
  const onPainted = useCallback(({ key }: FirstPainting) => key === documentId && ask(), [documentId, ask])
  return {
    mark: answer === undefined ? undefined : signatureMark(answer.found),
    onPainted,
    show,
    dialog: opened === documentId && (
      <SignaturesDialog answer={answer} counted={counted} onRetry={ask} onClose={() => setOpened(undefined)} />
    ),
  }
}
