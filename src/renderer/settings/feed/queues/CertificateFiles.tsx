import { FileKey2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, failureIn, type ShownFailure } from '../../../client/desk-client.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import base from '../../../ui/base/base.module.css'
import { FailureNotice } from '../../../ui/feedback/Banner.tsx'
import styles from '../feeds.module.css'
import type { BrokerForm, FileKind } from './broker-form.ts'

interface CertificateFilesProps {
  readonly files: BrokerForm['files']
  readonly onChange: (files: BrokerForm['files']) => void
}

const FILES: readonly { readonly kind: FileKind; readonly title: string; readonly none: string }[] = [
  { kind: 'ca', title: 'Certificate authority', none: 'That of the system' },
  { kind: 'certificate', title: 'Client certificate', none: 'None' },
  { kind: 'key', title: 'Key of the client certificate', none: 'None' },
]

/** Files that some companies require; most need none. */
export function CertificateFiles({ files, onChange }: CertificateFilesProps): ReactNode {
  const [failure, setFailure] = useState<ShownFailure>()
  const choose = (kind: FileKind): void => {
    call('feeds.chooseFile', { kind }).then(
      (chosen) => chosen !== null && onChange({ ...files, [kind]: chosen }),
      (thrown: unknown) => setFailure(failureIn(thrown)),
    )
  }
  return (
    <details className={styles.advanced}>
      <summary>Certificates</summary>
      <div className={base.column}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        {FILES.map(({ kind, title, none }) => (
          <div key={kind} className={styles.file}>
            <p>
              {title}: <strong>{files[kind].name ?? none}</strong>
            </p>
            <Button
              icon={FileKey2}
              aria-label={`Choose a file… for ${title.toLowerCase()}`}
              onPress={() => choose(kind)}
            >
              Choose a file…
            </Button>
          </div>
        ))}
      </div>
    </details>
  )
}
