import { deskStore } from './client/desk-store.ts'
import { goTo } from './client/place-store.ts'
import type { FindableItem, Finder } from './commands/finders.ts'
import { showJob } from './downloads/show-job.ts'
import { listedJobs } from './downloads/job-groups.ts'
import { type Job, jobStateWords, jobTitle } from './downloads/job-words.ts'
import { describeSearch } from './search/describe-search.ts'
import { searchAndEnter } from './search/search-and-enter.ts'
import type { NamedSearch } from './search/search-state.ts'
import { searchStore } from './search/search-store.ts'
import { SECTIONS } from './settings/section/sections.ts'
import { goToSection } from './client/go-to-section.ts'
import { countOf, timeText } from './ui/base/words.ts'

/** What the screens keep by name, for the palette. */
export const DESK_FINDERS: readonly Finder[] = [
  { group: 'Saved searches', items: savedSearches },
  { group: 'Recent searches', items: recentSearches },
  { group: 'Saves', items: saves },
  { group: 'In the settings', items: settings },
]

function savedSearches(): FindableItem[] {
  return searchStore.getState().saved.map((search) => searchItem(search, search.name))
}

function recentSearches(): FindableItem[] {
  const { recent, customers } = searchStore.getState()
  return recent.map((search) => searchItem(search, describeSearch(search.selection, customers)))
}

function searchItem({ id, selection, narrowing }: NamedSearch, title: string): FindableItem {
  const run = (): void => {
    goTo('search')
    searchAndEnter(selection, narrowing)
  }
  return { id: `search ${id}`, title, run }
}

function saves(): FindableItem[] {
  const { desk } = deskStore.getState()
  return desk === undefined ? [] : listedJobs(desk).map(saveItem)
}

function saveItem(job: Job): FindableItem {
  const detail = [countOf(job.planned, 'document'), timeText(job.createdAt), jobStateWords(job)].join(' · ')
  return { id: `save ${job.jobId}`, title: jobTitle(job), detail, run: () => showJob(job.jobId) }
}

/** Each by its own name or by other words for it; for the sections themselves there are commands. */
function settings(): FindableItem[] {
  return SECTIONS.flatMap(({ section, title, settings: names }) =>
    names.map((name) => ({
      id: `setting ${section} ${name}`,
      title: name,
      detail: title,
      run: () => goToSection(section),
    })),
  )
}
