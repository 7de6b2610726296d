import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { deskCaller } from '../client/desk-client.ts'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { downloadsStore } from '../downloads/downloads-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { classes } from '../ui/base/classes.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { patternDraft } from './pattern/PatternEditor.tsx'
import { pendingOf, saveLabel, selectionLine } from './plan/plan-words.ts'
import { PlanView } from './plan/PlanView.tsx'
import { askToSave, saveRequest, type SaveSelection } from './save-request.ts'
import { SaveChoices } from './SaveChoices.tsx'
import styles from './SaveDialog.module.css'
import { ChooseFolderButton, FolderSelect } from './SaveOptions.tsx'
import { createSaveStore, type SaveStore } from './store/save-store.ts'

/** Where documents go and how they are named; shows every file before anything is saved. */
export function SaveDialog(): ReactNode {
  const selection = useStore(saveRequest, (request) => request.selection)
  const session = useDesk((desk) => desk.session)
  if (selection === undefined || session === null) return null
  return <SaveDialogOf selection={selection} sessionId={session.sessionId} onClose={() => askToSave(undefined)} />
}

interface SaveDialogOfProps {
  readonly selection: SaveSelection
  readonly sessionId: string
  readonly onClose: () => void
}

function SaveDialogOf(props: SaveDialogOfProps): ReactNode {
  const { selection, onClose } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const store = useSaveStore(props)
  useSubmitKey(form)
  const save = async (mayReplace: boolean): Promise<void> => {
    const jobId = await store.actions.start(mayReplace)
    if (jobId === undefined) return
    downloadsStore.actions.noteStarted(jobId)
    onClose()
  }
  return (
    <Dialog
      title="Save documents"
      size="wide"
      onClose={onClose}
      footer={<Footer store={store} formId={formId} onCancel={onClose} onReplace={() => void save(true)} />}
    >
      <Failure store={store} />
      <div className={styles.columns}>
        <form
          noValidate
          ref={form}
          id={formId}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            const { planning } = store.getState()
            if (planning.state === 'planned' && pendingOf(planning.summary) > 0) void save(false)
          }}
        >
          <p className={styles.selection}>{selectionLine(selection)}</p>
          <FolderChooser store={store} />
          <SaveChoices store={store} />
        </form>
        <PlanView store={store} />
      </div>
    </Dialog>
  )
}

/** One store for the life of the dialog; it starts with the last used settings. */
function useSaveStore({ selection, sessionId }: SaveDialogOfProps): SaveStore {
  const { pattern, conflict, concurrency } = useDesk((desk) => desk.settings)
  const isPatternLocked = useLocked('pattern') !== undefined
  const { searchId, setIds, sampleSetIds, worklist } = selection
  const [store] = useState(() =>
    createSaveStore({
      caller: deskCaller,
      sessionId,
      searchId,
      setIds,
      sampleSetIds,
      worklist,
      first: { pattern: isPatternLocked ? pattern : patternDraft.read(pattern), conflict, concurrency },
    }),
  )
  useEffect(() => {
    store.actions.open()
    return () => store.actions.close()
  }, [store])
  // After Esc, Cancel and the close button alike: the typed pattern is there again next time.
  useEffect(
    () => store.subscribe(({ form }) => patternDraft.keep({ stored: pattern, pattern: form.pattern })),
    [store, pattern],
  )
  return store
}

function Failure({ store }: { readonly store: SaveStore }): ReactNode {
  const failure = useStore(store, (state) => state.failure)
  return failure === null ? null : <FailureNotice failure={failure} />
}

interface FooterProps {
  readonly store: SaveStore
  readonly formId: string
  readonly onCancel: () => void
  readonly onReplace: () => void
}

function Footer({ store, formId, onCancel, onReplace }: FooterProps): ReactNode {
  const planning = useStore(store, (state) => state.planning)
  const conflict = useStore(store, (state) => state.form.conflict)
  const isStarting = useStore(store, (state) => state.isStarting)
  const summary = planning.state === 'planned' ? planning.summary : undefined
  const isReady = summary !== undefined && pendingOf(summary) > 0 && !isStarting
  const label = saveLabel(summary)
  const button = useFirstReady(isReady)
  if (conflict === 'replace') {
    return (
      <>
        <Button onPress={onCancel}>Cancel</Button>
        <Button variant="danger" isDisabled={!isReady} onPress={onReplace}>
          {label}
        </Button>
        {/* The button that Enter and habit reach destroys nothing. */}
        <Button variant="primary" onPress={() => store.actions.change({ conflict: 'keep-both' })}>
          Keep both versions instead
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onPress={onCancel}>Cancel</Button>
      <Button ref={button} variant="primary" type="submit" form={formId} shortcut="Mod+Enter" isDisabled={!isReady}>
        {label}
      </Button>
    </>
  )
}

/** Ctrl+Enter saves, wherever in the dialog the focus is. */
function useSubmitKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
    }
    // Before the dialog, which keeps its keys from the desk.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [form])
}

/** Once there is a plan that replaces nothing, Enter saves: the focus is on its button, unless somebody has moved it by then. */
function useFirstReady(isReady: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasReady = useRef(false)
  useEffect(() => {
    if (!isReady || wasReady.current) return
    wasReady.current = true
    const { activeElement } = document
    if (activeElement?.matches('[role="dialog"]') === true) button.current?.focus()
  }, [isReady])
  return button
}

/** The target folder: one chosen before, or another from the dialog of the system. */
function FolderChooser({ store }: { readonly store: SaveStore }): ReactNode {
  const folders = useStore(store, (state) => state.folders)
  const folderId = useStore(store, (state) => state.form.folderId)
  const chosen = folders?.find((folder) => folder.folderId === folderId)
  const isEmpty = folders?.length === 0
  return (
    <div className={classes(styles.folder, !isEmpty && styles.hasFolders)}>
      {isEmpty ? (
        <p className={styles.note}>
          <strong>Folder</strong> No folder chosen yet. Parcel Desk writes only to folders that you choose.
        </p>
      ) : (
        <div className={styles.fill}>
          <FolderSelect
            label="Folder"
            folders={folders}
            value={folderId}
            placeholder={folders === undefined ? 'Reading…' : 'Choose a folder'}
            error={
              chosen?.isThere === false
                ? 'This folder is not there now. Connect its drive, or choose another folder.'
                : undefined
            }
            onChange={(id) => store.actions.change({ folderId: id })}
          />
        </div>
      )}
      <ChooseFolderButton variant={isEmpty ? 'plain' : 'quiet'} onPress={() => void store.actions.chooseFolder()} />
    </div>
  )
}
