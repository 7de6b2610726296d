import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { countOf } from '../../ui/base/count-of.ts'
import { useDesk } from '../../client/use-desk.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/FailureNotice.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Tabs } from '../../ui/actions/Tabs.tsx'
import type { VerifyResult } from '../create-downloads-store.ts'
import { downloadsStore } from '../downloads-store.ts'
import { PathList } from './PathList.tsx'
import { differences, type Difference, verifyAdvice, verifySentence } from './verify-words.ts'
import styles from './VerifyDialog.module.css'

/** What a folder holds, compared with its manifest, file by file. */
export function VerifyDialog(): ReactNode {
  const verification = useStore(downloadsStore, (state) => state.verification)
  const concurrency = useDesk(({ settings }) => settings.concurrency)
  const { closeVerification, fetchAgain } = downloadsStore.actions
  if (verification === undefined) return null
  const { result, failure } = verification
  const fetchable = result?.fetchable ?? 0
  return (
    <Dialog
      title="Verify folder"
      size="large"
      isOpen
      onClose={closeVerification}
      footer={
        <>
          <Button onPress={closeVerification}>{result === undefined ? 'Stop waiting' : 'Close'}</Button>
          {fetchable > 0 && (
            <Button
              variant="primary"
              icon={Download}

              onPress={() => void fetchAgain(concurrency)}
            >
              Fetch missing and changed again
            </Button>
          )}
        </>
      }
    >
      {failure !== null && <FailureNotice failure={failure} />}
      {failure === null && result === undefined && (
        <ProgressBar label="Comparing files with the manifest" done={undefined} total={1} text="Reading every file" />
      )}
      {result !== undefined && <Result result={result} />}
    </Dialog>
  )
}

function Result({ result }: { readonly result: VerifyResult }): ReactNode {
  const found = differences(result)
  const [shown, setShown] = useState<Difference>(found[0]?.id ?? 'missing')
  const isGood = result.missing.length + result.changed.length + result.unreadable.length === 0
  return (
    <div className={styles.result}>
      <p className={styles.path}>{result.folder}</p>
      <Banner tone={isGood ? 'success' : 'warning'} title={verifySentence(result)}>
        {isGood ? `${countOf(result.ok, 'file')} compared byte by byte.` : verifyAdvice(result)}
      </Banner>
      {found.length > 0 && (
        <div className={styles.lists}>
          <Tabs
            label="Differences"
            selected={shown}
            onSelect={setShown}
            tabs={found.map(({ id, title, means, paths }) => ({
              ...{ id, title, count: paths.length },
              content: <PathList label={title} means={means} paths={paths} />,
            }))}
          />
        </div>
      )}
    </div>
  )
}
