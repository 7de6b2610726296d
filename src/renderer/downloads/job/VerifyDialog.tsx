import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Tabs } from '../../ui/actions/Tabs.tsx'
import { countOf, numberText } from '../../ui/base/words.ts'
import { Banner, FailureNotice } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { type VerifyResult, downloadsStore } from '../downloads-store.ts'
import { PathList } from './PathList.tsx'
import styles from './VerifyDialog.module.css'

/** The contents of a folder compared with its manifest, file by file. */
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
  const lists = differences(result)
  const [shown, setShown] = useState<Difference>(lists[0]?.id ?? 'missing')
  const isGood = result.missing.length + result.changed.length + result.unreadable.length === 0
  return (
    <div className={styles.result}>
      <p className={styles.path}>{result.folder}</p>
      <Banner tone={isGood ? 'success' : 'warning'} title={verifySentence(result)}>
        {isGood ? `${countOf(result.ok, 'file')} compared byte by byte.` : verifyAdvice(result)}
      </Banner>
      {lists.length > 0 && (
        <div className={styles.lists}>
          <Tabs
            label="Differences"
            selected={shown}
            onSelect={setShown}
            tabs={lists.map(({ id, title, explanation, paths }) => ({
              id,
              title,
              count: paths.length,
              content: <PathList label={title} explanation={explanation} paths={paths} />,
            }))}
          />
        </div>
      )}
    </div>
  )
}

export type Difference = 'missing' | 'changed' | 'unreadable' | 'extra'

interface DifferenceList {
  readonly id: Difference
  readonly title: string
  /** What the difference means. */
  readonly explanation: string
  readonly paths: readonly string[]
}

const DIFFERENCES: readonly Omit<DifferenceList, 'paths'>[] = [
  { id: 'missing', title: 'Missing', explanation: 'Listed in the manifest, but no longer in the folder.' },
  {
    id: 'changed',
    title: 'Changed',
    explanation:
      'In the folder, but with different contents. Fetching again saves a separate version beside it: the changed file stays.',
  },
  {
    id: 'unreadable',
    title: 'Not readable',
    explanation:
      'In the folder, but open in another program or not readable for this user. Close them and verify again.',
  },
  { id: 'extra', title: 'Not from here', explanation: 'In the folder, but not listed in the manifest. Left alone.' },
]

/** The lists that are not empty, the worst first. */
export function differences(result: VerifyResult): readonly DifferenceList[] {
  return DIFFERENCES.map((facts) => ({ ...facts, paths: result[facts.id] })).filter(({ paths }) => paths.length > 0)
}

/** What can be done about the differences. */
export function verifyAdvice({ missing, changed, unreadable, fetchable }: VerifyResult): string {
  const rest = missing.length + changed.length - fetchable
  const parts = [
    fetchable > 0 ? `${countOf(fetchable, 'document')} can be fetched again; no file is overwritten.` : '',
    rest > 0
      ? `${countOf(rest, 'file')} cannot be fetched again: the saved version is already beside it, or the file belongs to another account or program.`
      : '',
    unreadable.length > 0 ? 'Close the unreadable files, then verify again.' : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The result in one sentence. */
export function verifySentence({ ok, missing, changed, unreadable }: VerifyResult): string {
  if (missing.length + changed.length + unreadable.length === 0) {
    return ok === 1
      ? 'The saved file is there and unchanged.'
      : `All ${countOf(ok, 'saved file')} are there and unchanged.`
  }
  const parts = [
    missing.length > 0 ? `${countOf(missing.length, 'file')} missing` : '',
    changed.length > 0 ? `${countOf(changed.length, 'file')} changed` : '',
    unreadable.length > 0 ? `${countOf(unreadable.length, 'file')} not readable` : '',
  ]
  return `${parts.filter((part) => part !== '').join(', ')}; ${numberText(ok)} as saved.`
}
