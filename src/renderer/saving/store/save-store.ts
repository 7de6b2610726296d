import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Settings } from '../../client/desk-store.ts'
import { SavePlanner } from './save-planner.ts'
import type { ChosenFolder, SaveForm, SaveState, SaveStateStore, SaveTask } from './save-state.ts'

export interface SaveActions {
  /** Reads folders and tokens, and plans with the last used settings. */
  open(): void
  close(): void
  change(changed: Partial<SaveForm>): void
  /** The dialog of the system. */
  chooseFolder(): Promise<void>
  plan(): void
  cancelPlanning(): void
  /**
   * Makes the plan a job and returns its id; undefined if that failed. Files are replaced only with `mayReplace`, which only the
   * button that names it passes: Enter in a field is not consent.
   */
  start(mayReplace: boolean): Promise<string | undefined>
  /** Stores the pattern under a name, for this dialog and the settings. */
  namePattern(name: string, known: readonly NamedPattern[]): Promise<void>
}

export type NamedPattern = Settings['patterns'][number]

export interface SaveStore extends StoreApi<SaveState> {
  readonly actions: SaveActions
}

interface SaveContext {
  readonly store: SaveStateStore
  readonly planner: SavePlanner
  readonly task: SaveTask
}

/** The state of one save dialog: what the user decides, the example and the plan that follow from it. */
export function createSaveStore(task: SaveTask): SaveStore {
  const store = createStore<SaveState>(() => ({
    folders: undefined,
    tokens: [],
    form: { folderId: undefined, docTypes: [], isOnlyNew: false, ...task.first },
    isOnlyNewDecided: false,
    example: { texts: [], failure: null },
    planning: { state: 'idle' },
    docTypes: [],
    isStarting: false,
    failure: null,
  }))
  const context = { store, planner: new SavePlanner(store, task), task }
  return { ...store, actions: actionsOf(context) }
}

function actionsOf(context: SaveContext): SaveActions {
  const { store, planner } = context
  const change = (changed: Partial<SaveForm>): void => changeForm(context, changed)
  return {
    open: () => {
      planner.scheduleExample()
      void attempt(context, () => readChoices(context))
    },
    close: () => planner.close(),
    change,
    chooseFolder: () => attempt(context, () => chooseFolder(context)),
    plan: () => planner.schedulePlan(),
    cancelPlanning: () => planner.cancel(),
    start: (mayReplace) => start(context, mayReplace),
    namePattern: (name, known) =>
      attempt(context, async () => {
        const { pattern } = store.getState().form
        const patterns = [...known.filter((one) => one.name !== name), { name, pattern }]
        await context.task.caller.call('settings.change', { patterns })
      }),
  }
}

function changeForm({ store, planner }: SaveContext, changed: Partial<SaveForm>): void {
  const { form: before, folders = [], isOnlyNewDecided: wasDecided } = store.getState()
  const isOnlyNewDecided = wasDecided || changed.isOnlyNew !== undefined
  const form = { ...before, ...changed }
  const folder = folders.find(({ folderId }) => folderId === form.folderId)
  if (!isOnlyNewDecided && changed.folderId !== undefined) form.isOnlyNew = folder?.hasManifest === true
  store.setState({ form, isOnlyNewDecided, failure: null })
  if (changed.pattern !== undefined) planner.scheduleExample()
  const { concurrency: _, ...planned } = changed
  if (Object.keys(planned).length > 0) planner.schedulePlan()
}

async function readChoices(context: SaveContext): Promise<void> {
  const { store, task } = context
  const [{ folders }, { tokens }] = await Promise.all([
    task.caller.call('saving.folders', {}),
    task.caller.call('saving.tokens', {}),
  ])
  store.setState({ folders, tokens })
  const { folderId } = store.getState().form
  changeForm(context, { folderId: folderId ?? folders.find(({ isThere }) => isThere)?.folderId })
}

async function chooseFolder(context: SaveContext): Promise<void> {
  const chosen = await context.task.caller.call('saving.chooseFolder', {})
  if (chosen === null) return
  const others = (context.store.getState().folders ?? []).filter(({ folderId }) => folderId !== chosen.folderId)
  const folders: readonly ChosenFolder[] = [chosen, ...others]
  context.store.setState({ folders })
  changeForm(context, { folderId: chosen.folderId })
}

async function start(context: SaveContext, mayReplace: boolean): Promise<string | undefined> {
  const { store, planner, task } = context
  const { planning, form, isStarting } = store.getState()
  if (planning.state !== 'planned' || isStarting) return undefined
  if (form.conflict === 'replace' && !mayReplace) return undefined
  store.setState({ isStarting: true })
  let started: string | undefined
  await attempt(context, async () => {
    const { planId } = planning.summary
    started = (await task.caller.call('saving.start', { planId, concurrency: form.concurrency })).jobId
    planner.close(true)
    // Only what is harmless next time: replacing files is a new decision for every save.
    await task.caller.call('settings.change', { pattern: form.pattern, concurrency: form.concurrency })
  })
  store.setState({ isStarting: false })
  return started
}

async function attempt({ store, task }: SaveContext, work: () => Promise<void>): Promise<void> {
  store.setState({ failure: null })
  try {
    await work()
  } catch (thrown) {
    store.setState({ failure: task.caller.failureIn(thrown) })
  }
}
