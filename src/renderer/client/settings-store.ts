import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { type Caller, deskCaller, type ShownFailure } from './desk-client.ts'

export type Diagnostics = Output<'diagnostics.read'>
type ChosenFolder = Output<'saving.folders'>['folders'][number]
export type FeedSection =
  | 'followed'
  | 'queues'
  | 'streams'
  | 'checks'
  | 'alerts'
  | 'automatic'
  | 'sharing'
  | 'background'
export type Section =
  | 'accounts'
  | 'folders'
  | 'patterns'
  | 'saving'
  | 'sizes'
  | FeedSection
  | 'appearance'
  | 'keyboard'
  | 'region'
  | 'updates'
  | 'diagnostics'
  | 'about'

export interface SettingsState {
  /** Undefined until they are read. */
  readonly folders: readonly ChosenFolder[] | undefined
  readonly diagnostics: Diagnostics | undefined
  /** The last failure, shown in its section. */
  readonly failure: { readonly section: Section; readonly failure: ShownFailure } | undefined
  /** The section that another place sent the user to. */
  readonly requestedSection: Section | undefined
  /** Into its first field. */
  readonly requestsField: boolean
  /** The section that is being read; its page is shown. */
  readonly current: Section
  /** The sections that are for whoever connects the desk are listed. */
  readonly isForItOpen: boolean
  /** What is looked for; only sections that have it are shown. */
  readonly query: string
}

export interface SettingsActions {
  /** Reads what no event reports. */
  open(): void
  /** Returns whether it was changed. */
  change(section: Section, changed: Input<'settings.change'>): Promise<boolean>
  /** Runs an action of a section and keeps its failure; returns whether it succeeded. */
  attempt(section: Section, work: (call: Caller['call']) => Promise<unknown>): Promise<boolean>
  readFolders(): Promise<void>
}

export interface SettingsStore extends StoreApi<SettingsState> {
  readonly actions: SettingsActions
}

/** The settings that the desk’s store does not follow. */
export function createSettingsStore(caller: Caller): SettingsStore {
  const store = createStore<SettingsState>(() => ({
    folders: undefined,
    diagnostics: undefined,
    failure: undefined,
    requestedSection: undefined,
    requestsField: false,
    current: 'accounts',
    isForItOpen: false,
    query: '',
  }))
  const attempt: SettingsActions['attempt'] = async (section, work) => {
    store.setState({ failure: undefined })
    try {
      await work((name, input) => caller.call(name, input))
      return true
    } catch (thrown) {
      store.setState({ failure: { section, failure: caller.failureIn(thrown) } })
      return false
    }
  }
  const readFolders = async (): Promise<void> => {
    await attempt('folders', async (call) => {
      const { folders } = await call('saving.folders', {})
      store.setState({ folders })
    })
  }
  const open = (): void => {
    void readFolders()
    void attempt('diagnostics', async (call) => {
      store.setState({ diagnostics: await call('diagnostics.read', {}) })
    })
  }
  const change: SettingsActions['change'] = (section, changed) =>
    attempt(section, (call) => call('settings.change', changed))
  return { ...store, actions: { open, change, attempt, readFolders } }
}

export const settingsStore = createSettingsStore(deskCaller)
