import { deskStore } from '../client/desk-store.ts'
import { goTo, placeStore } from '../client/place-store.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { downloadsStore } from './downloads-store.ts'
import { listedJobs } from './job-groups.ts'
import { troubleNews } from './job-trouble.ts'

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
      const show = (): void => {
        downloadsStore.actions.select(job.jobId)
        goTo('downloads')
      }
      showToast({ text, action: { title: 'Show', run: show } })
    }
  })
}
