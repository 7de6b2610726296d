import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Output } from '../../../shared/contract/contract.ts'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { describeSignature, describeUnsigned } from '../../../shared/words/signature-words.ts'
import type { ShownFailure } from '../../client/desk-client.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import base from '../../ui/base/base.module.css'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'

/** At most one of both; neither while they are read. */
export interface SignaturesAnswer {
  readonly found?: Output<'documents.signatures'>
  readonly failure?: ShownFailure
}

interface SignaturesDialogProps {
  /** Undefined while they are read. */
  readonly answer: SignaturesAnswer | undefined
  /** What the service says of who has signed, which is something else. */
  readonly counted: string | null
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** The digital signatures of a document, each with three answers that do not depend on each other. */
export function SignaturesDialog({ answer, counted, onRetry, onClose }: SignaturesDialogProps): ReactNode {
  const { found, failure } = answer ?? {}
  const again = (
    <Button icon={RotateCw} onPress={onRetry}>
      Try again
    </Button>
  )
  return (
    <Dialog title="Digital signatures" onClose={onClose}>
      <div className={base.column}>
        {answer === undefined && <output>Reading the document…</output>}
        {failure !== undefined && (
          <Banner tone="warning" title={failure.message} action={again}>
            {failure.next}
          </Banner>
        )}
        {found !== undefined && <Found found={found} counted={counted} />}
      </div>
    </Dialog>
  )
}

interface FoundProps {
  readonly found: Output<'documents.signatures'>
  readonly counted: string | null
}

function Found({ found: { signatures, problem, source, sha256 }, counted }: FoundProps): ReactNode {
  return (
    <>
      {problem !== null && (
        <p>Whether it carries digital signatures cannot be told: this PDF {visibleText(problem)}.</p>
      )}
      {problem === null && signatures.length === 0 && <p>{describeUnsigned(counted)}</p>}
      {signatures.map((signature, place) => {
        const { integrity, signer, issuer } = describeSignature(signature)
        return (
          <section key={place} aria-label={`Signature ${place + 1}`}>
            <h3>
              Signature {place + 1} of {signatures.length}
              {signature.level !== null && <span className={base.aside}> PAdES {signature.level}</span>}
            </h3>
            <Facts>
              <Fact name="Unchanged?">
                {signature.integrity === 'unchanged' ? integrity : <Warning text={integrity} />}
              </Fact>
              <Fact name="By whom, when?">{signer}</Fact>
              <Fact name="Issuer known?">{issuer}</Fact>
            </Facts>
          </section>
        )
      })}
      <section aria-label="What was read">
        <p className={base.note}>{READ_FROM[source]} Its SHA-256 is:</p>
        <p className={base.path}>{sha256}</p>
      </section>
    </>
  )
}

const READ_FROM = {
  disk: 'Read from the saved file.',
  service: 'Read from the document as the service sent it, not from a saved file.',
} as const

function Warning({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={base.warning}>
      <Glyph icon={TriangleAlert} size="small" /> <bdi>{visibleText(text)}</bdi>
    </span>
  )
}
