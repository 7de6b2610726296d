import { BookmarkPlus, CalendarClock, Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import { failureIn } from '../../client/desk-client.ts'
import { useCommandEntries } from '../../commands/use-command-menu.tsx'
import { useCommandsIn } from '../../commands/use-commands.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Menu, type MenuAction, type MenuEntry } from '../../ui/actions/Menu.tsx'
import { Tooltip } from '../../ui/actions/Tooltip.tsx'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { NameDialog } from '../../ui/layout/NameDialog.tsx'
import { describeSearch } from '../describe-search.ts'
import type { NamedSearch, SearchForm } from '../search-state.ts'
import { openSchedule } from '../../client/schedules-store.ts'
import { searchStore } from '../search-store.ts'

const { actions } = searchStore

/** What else can be searched for: further filters, the searches that were kept, and the most recent ones. */
export function SavedSearches(): ReactNode {
  const { saved, recent, customers, form } = useStore(searchStore)
  const [isNaming, setIsNaming] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const further = useCommandEntries(['search.parcel', 'search.more', 'search.asWorklist'], isOpen)
  const nameIt = (): void => setIsNaming(true)
  const scheduleIt = (): void => scheduleSearch(describeSearch(form, customers), form)
  useCommandsIn('Search', [
    { id: 'search.saveAs', title: 'Save this search…', run: nameIt },
    { id: 'search.schedule', title: 'Run this search at times…', run: scheduleIt },
    ...saved.map((search) => ({
      ...removal(search),
      id: `search.remove ${search.id}`,
      title: `Remove the saved search “${search.name}”`,
    })),
  ])
  const recall = ({ id, name, selection, narrowing }: NamedSearch): MenuAction => ({
    id,
    title: name,
    run: () => void actions.start(selection, narrowing),
  })
  const last = recent.map((one) => ({ ...one, name: describeSearch(one.selection, customers) }))
  const entries: MenuEntry[] = [
    ...further,
    'separator',
    { id: 'save', title: 'Save this search…', icon: BookmarkPlus, run: nameIt },
    { id: 'schedule', title: 'Run this search at times…', icon: CalendarClock, run: scheduleIt },
    ...(saved.length > 0 ? [{ heading: 'Saved', actions: saved.map(recall) }] : []),
    ...(recent.length > 0 ? [{ heading: 'Recent', actions: last.map(recall) }] : []),
    ...(saved.length > 0 ? [{ title: 'Run a saved search at times', more: saved.map(scheduling) }] : []),
    ...(saved.length > 0 ? [{ title: 'Remove a saved search', more: saved.map(removal) }] : []),
  ]
  return (
    <>
      <Menu
        label="Searches"
        trigger={
          <Tooltip text="Further filters, saved and recent searches">
            <Button variant="quiet" icon={Ellipsis} aria-label="More searches and filters">
              More
            </Button>
          </Tooltip>
        }
        entries={entries}
        onOpenChange={setIsOpen}
      />
      {isNaming && <SaveSearchDialog form={form} onClose={() => setIsNaming(false)} />}
    </>
  )
}

/** At its times the service is searched, and no list is narrowed. */
function scheduling({ id, name, selection, narrowing }: NamedSearch): MenuAction {
  return {
    id,
    title: narrowing === undefined ? name : `${name} (all its results)`,
    run: () => scheduleSearch(name, selection),
  }
}

function scheduleSearch(name: string, selection: SearchForm): void {
  openSchedule({ given: { name, source: { kind: 'search', name, selection } } })
}

function removal(search: NamedSearch): MenuAction {
  const { id, name, selection, narrowing } = search
  const run = (): void => {
    void actions.forgetSearch(id)
    showToast({ text: `Search “${name}” removed`, undo: () => void actions.saveSearch(name, selection, narrowing) })
  }
  return { id, title: name, run }
}

interface SaveSearchDialogProps {
  readonly form: SearchForm
  readonly onClose: () => void
}

/** Names and saves the search in the form. */
function SaveSearchDialog({ form, onClose }: SaveSearchDialogProps): ReactNode {
  const [failure, setFailure] = useState<DescribedFailure>()
  const narrowing = actions.narrowing()
  const save = (name: string): void => {
    actions.saveSearch(name, form, narrowing).then(onClose, (thrown: unknown) => setFailure(failureIn(thrown)))
  }
  return (
    <NameDialog
      title="Save this search"
      confirm="Save search"
      firstName={describeSearch(form, searchStore.getState().customers)}
      onConfirm={save}
      onClose={onClose}
    >
      {failure !== undefined && <FailureNotice failure={failure} />}
      {narrowing !== undefined && <p>The words and filters that narrow the list are saved with it.</p>}
    </NameDialog>
  )
}
