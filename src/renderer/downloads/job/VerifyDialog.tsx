import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { countOf, numberText } from '../../ui/base/words.ts'
import { Banner, FailureNotice } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { type Choice, RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { type VerifyResult, downloadsStore } from '../downloads-store.ts'
import { PathLists } from './PathLists.tsx'

/** The contents of a folder compared with its manifest, file by file. */
export function VerifyDialog(): ReactNode {
  const verification = useStore(downloadsStore, (state) => state.verification)
  const { closeVerification } = downloadsStore.actions
  if (verification === undefined) return null
  const { result, failure } = verification
  return (
    <Dialog
      title="Verify folder"
      size="large"
      onClose={closeVerification}
      footer={
        <>
          <Button onPress={closeVerification}>{result === undefined ? 'Stop waiting' : 'Close'}</Button>
          {result !== undefined && <FetchButtons result={result} replaces={verification.replaces} />}
        </>
      }
    >
      {failure !== null && <FailureNotice failure={failure} />}
      {failure === null && result === undefined && (
        <ProgressBar label="Comparing files with the manifest" done={undefined} total={1} text="Reading every file" />
      )}
      {result !== undefined && <Result result={result} replaces={verification.replaces} />}
    </Dialog>
  )
}

interface FetchProps {
  readonly result: VerifyResult
  readonly replaces: boolean
}

/** Fetches again what is missing or changed. As in the save dialog, the last button destroys nothing. */
function FetchButtons({ result, replaces }: FetchProps): ReactNode {
  const concurrency = useDesk(({ settings }) => settings.concurrency)
  const { fetchAgain, setReplaces } = downloadsStore.actions
  const isReplacing = replaces && result.replaceable > 0
  if (!isReplacing && result.fetchable === 0) return null
  return (
    <>
      <Button variant={isReplacing ? 'danger' : 'primary'} icon={Download} onPress={() => void fetchAgain(concurrency)}>
        {fetchLabel(result, isReplacing)}
      </Button>
      {isReplacing && (
        <Button variant="primary" onPress={() => setReplaces(false)}>
          Keep the changed files instead
        </Button>
      )}
    </>
  )
}

/** “Fetch 2 again”, and what that replaces. */
export function fetchLabel({ fetchable, restorable, replaceable }: VerifyResult, isReplacing: boolean): string {
  if (!isReplacing) return `Fetch ${numberText(fetchable)} again`
  const count = restorable + replaceable
  return `Fetch ${numberText(count)} again and replace ${countOf(replaceable, 'file')}`
}

const CHANGED_CHOICES: readonly Choice<'keep' | 'replace'>[] = [
  { id: 'keep', title: 'Keep them', description: 'Each document is saved beside its changed file.' },
  { id: 'replace', title: 'Replace them', description: 'What the changed files hold now is gone for good.' },
]

/** What happens to changed files when their documents are fetched again. */
function ChangedChoice({ result, replaces }: FetchProps): ReactNode {
  if (result.replaceable === 0) return null
  return (
    <RadioGroup
      label="Changed files"
      choices={CHANGED_CHOICES}
      value={replaces ? 'replace' : 'keep'}
      onChange={(choice) => downloadsStore.actions.setReplaces(choice === 'replace')}
    />
  )
}

function Result({ result, replaces }: FetchProps): ReactNode {
  const lists = differences(result)
  const isGood = result.missing.length + result.changed.length + result.unreadable.length === 0
  return (
    <div className={base.column}>
      <p className={classes(base.path, base.muted)}>
        <Foreign text={result.folder} />
      </p>
      <Banner tone={isGood ? 'success' : 'warning'} title={verifySentence(result)}>
        {isGood ? `${countOf(result.ok, 'file')} compared byte by byte.` : verifyAdvice(result)}
      </Banner>
      <ChangedChoice result={result} replaces={replaces} />
      <PathLists label="Differences" lists={lists} />
    </div>
  )
}

export type Difference = 'missing' | 'changed' | 'unreadable' | 'remarked' | 'extra'

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
    explanation: 'In the folder, but with different contents than were saved.',
  },
  {
    id: 'unreadable',
    title: 'Not readable',
    explanation:
      'In the folder, but open in another program or not readable for this user. Close them and verify again.',
  },
  {
    id: 'remarked',
    title: 'With a remark',
    explanation: 'As they were saved, but damaged or perhaps so: the manifest says what. Look at them.',
  },
  { id: 'extra', title: 'Other files', explanation: 'In the folder, but not listed in the manifest. Left alone.' },
]

/** The lists that are not empty, the worst first. */
export function differences(result: VerifyResult): readonly DifferenceList[] {
  const lists = { ...result, remarked: result.remarked.map(({ path }) => path) }
  return DIFFERENCES.map((facts) => ({ ...facts, paths: lists[facts.id] })).filter(({ paths }) => paths.length > 0)
}

/** What can be done about the differences. */
export function verifyAdvice({
  missing,
  changed,
  unreadable,
  fetchable,
  restorable,
  replaceable,
}: VerifyResult): string {
  const copied = restorable + replaceable - fetchable
  const rest = missing.length + changed.length - restorable - replaceable
  const parts = [
    fetchable > 0 ? `${countOf(fetchable, 'document')} can be fetched again.` : '',
    copied > 0 ? `For ${countOf(copied, 'changed file')}, the saved document is already beside it.` : '',
    rest > 0 ? `${countOf(rest, 'file')} cannot be fetched again, because another account or program saved them.` : '',
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
