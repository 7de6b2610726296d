import { OctagonAlert, PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { deskStore, useDesk } from '../client/desk-store.ts'
import { goTo, placeStore } from '../client/place-store.ts'
import { useCommandsIn } from '../commands/use-commands.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { downloadsStore } from './downloads-store.ts'
import { listedJobs } from './job-groups.ts'
import { type Job, jobTitle } from './job-words.ts'
import { type JobTrouble, jobTrouble, troubleNews } from './job-trouble.ts'
import { showJob } from './show-job.ts'
import styles from './JobHealth.module.css'

/** What is wrong with the saves that the user is shown, as long as something is. */
interface ShownTrouble {
  readonly tone: JobTrouble['tone']
  readonly text: string
  readonly jobId: string
}

/** Undefined if nothing is wrong. */
export function useJobTrouble(): ShownTrouble | undefined {
  const lookedAt = useStore(downloadsStore, (state) => state.lookedAt)
  // As text: jobs change ten times a second, what is wrong with them hardly ever.
  const stated = useDesk((desk) => {
    const trouble = jobTrouble(listedJobs(desk), lookedAt)
    return trouble === undefined ? '' : [trouble.job.jobId, trouble.text].join(' ')
  })
  const tone = useDesk((desk) => jobTrouble(listedJobs(desk), lookedAt)?.tone)
  if (stated === '' || tone === undefined) return undefined
  const [jobId = '', ...text] = stated.split(' ')
  return { tone, jobId, text: text.join(' ') }
}

/** In the top bar, as long as a save has stopped or waits: one press, or one key, goes there. */
export function JobHealth(): ReactNode {
  const trouble = useJobTrouble()
  const show = (): void => {
    const jobId = trouble?.jobId ?? newestJob()?.jobId
    if (jobId === undefined) goTo('downloads')
    else showJob(jobId)
  }
  useCommandsIn('Downloads', [
    {
      id: 'downloads.show',
      title: trouble === undefined ? 'Show the newest save' : 'Show the save that needs attention',
      shortcut: 'Mod+J',
      run: show,
    },
  ])
  if (trouble === undefined) return null
  const { tone, text, jobId } = trouble
  return (
    <Tooltip text={titleOf(jobId)}>
      <Button variant="quiet" aria-label={`Saves: ${text}`} onPress={show}>
        <span className={classes(styles.health, base[tone])}>
          <Glyph icon={tone === 'danger' ? OctagonAlert : PlugZap} size="small" />
          <span className={styles.word}>{text}</span>
        </span>
      </Button>
    </Tooltip>
  )
}

function newestJob(): Job | undefined {
  const { desk } = deskStore.getState()
  return desk === undefined ? undefined : listedJobs(desk)[0]
}

function titleOf(jobId: string): string {
  const job = deskStore.getState().desk?.jobs.find((one) => one.jobId === jobId)
  return job === undefined ? '' : jobTitle(job)
}

/** Says at once, in whatever place the user is, that a save has stopped or waits for its service. For the life of the page. */
export function watchJobs(): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk === undefined || before === undefined || desk.jobs === before.jobs) return
    if (placeStore.getState().place === 'downloads') return
    for (const job of listedJobs(desk)) {
      const text = troubleNews(
        before.jobs.find(({ jobId }) => jobId === job.jobId),
        job,
      )
      if (text === null) continue
      showToast({ text, action: { title: 'Show', run: () => showJob(job.jobId) } })
    }
  })
}
