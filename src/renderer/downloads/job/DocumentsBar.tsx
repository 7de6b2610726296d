import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useCommandsIn } from '../../commands/use-commands.ts'
import { useAttempt } from '../../client/use-attempt.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { numberText } from '../../ui/base/words.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Segmented } from '../../ui/fields/RadioGroup.tsx'
import { copyList } from '../documents/document-actions.ts'
import { downloadsStore } from '../downloads-store.ts'
import { DOCUMENT_STATES, type DocumentState, type Job } from '../job-words.ts'
import styles from './JobView.module.css'

type Shown = DocumentState | 'all'

const STATES: readonly DocumentState[] = ['failed', 'pending', 'saved', 'skipped', 'removed']

/** Which documents are listed and how, with the count of each state, and the list for a spreadsheet. */
export function DocumentsBar({ job, filter }: { readonly job: Job; readonly filter: DocumentState | null }): ReactNode {
  const { attempt, isBusy } = useAttempt()
  const isBySet = useStore(downloadsStore.documents.store, (shown) => shown.isBySet)
  const choices: { id: Shown; title: string }[] = [{ id: 'all', title: `All ${numberText(job.planned)}` }]
  for (const state of STATES) {
    const { title, count } = DOCUMENT_STATES[state]
    if (count(job) > 0 || state === filter) choices.push({ id: state, title: `${title} ${numberText(count(job))}` })
  }
  useCommandsIn('Downloads', [
    {
      id: 'downloads.copyList',
      title: 'Copy the list of documents',
      isEnabled: !isBusy,
      run: () => attempt(() => copyList(job.jobId)),
    },
  ])
  return (
    <div className={styles.line}>
      <div className={styles.inline}>
        <Segmented<Shown>
          label="Documents"
          choices={choices}
          value={filter ?? 'all'}
          onChange={(id) => downloadsStore.documents.show(job.jobId, id === 'all' ? null : id)}
        />
      </div>
      <Checkbox isSelected={isBySet} onChange={(on) => downloadsStore.documents.group(on)}>
        Group by set
      </Checkbox>
      <CommandButton id="downloads.copyList" variant="quiet" icon={Copy}>
        {isBusy ? 'Copying…' : 'Copy list'}
      </CommandButton>
    </div>
  )
}
