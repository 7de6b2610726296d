import { AppWindow, LogIn, MousePointerClick } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { useStore } from 'zustand'
import { visibleText } from '../../shared/text/plain-text.ts'
import { call } from '../client/desk-client.ts'
import { type Session, useDesk } from '../client/desk-store.ts'
import { toastIfFailed } from '../client/notify.ts'
import { commandsStore } from '../commands/commands-store.ts'
import { useCommandsIn } from '../commands/use-commands.ts'
import { useShortcuts } from '../commands/use-shortcuts.ts'
import { ShortcutSheet } from '../frame/ShortcutSheet.tsx'
import { TestBand } from '../frame/TestBand.tsx'
import { setStore } from '../set/set-store.ts'
import { SetPane } from '../set/SetPane.tsx'
import { useStepCommands } from '../set/use-reading.ts'
import { useRegion } from '../ui/base/use-region.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import { readerPage } from './start-reader.ts'
import styles from './ReaderScreen.module.css'

/** The set that is chosen in the main window, with all the room for its documents. */
export function ReaderScreen({ session }: { readonly session: Session | null }): ReactNode {
  const title = useWindowTitle()
  const isSecond = useIsSecond()
  useRegion()
  useShortcuts()
  useStepCommands({ place: 'reader', stepSet, canRead: session !== null, hasBareKeys: true })
  useCommandsIn('Desk', [
    {
      id: 'shortcuts.show',
      title: 'Show keyboard shortcuts',
      shortcut: '?',
      run: () => commandsStore.setState({ isSheetOpen: true }),
    },
  ])
  return (
    <div className={styles.window}>
      {session?.environment === 'test' && (
        <header>
          <TestBand />
        </header>
      )}
      <main className={styles.main} aria-label="Second window">
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
        {isSecond ? <Content isSignedIn={session !== null} /> : <AnotherWindow />}
      </main>
      <ShortcutSheet />
      <ToastRegion />
    </div>
  )
}

/** The list is in the main window, and so is the next set. */
function stepSet(step: 1 | -1): void {
  void toastIfFailed(call('reader.step', { step }))
}

/** True until the main process has said so, too: the page is about to be the second window. */
function useIsSecond(): boolean {
  const { readerId, hasEntered } = useStore(readerPage)
  const current = useDesk(({ reader }) => reader.readerId)
  const isSecond = !hasEntered || readerId === current
  useEffect(() => {
    // Closed from the main window. A browser that does not allow it shows why the page is empty.
    if (!isSecond && current === null) window.close()
  }, [isSecond, current])
  return isSecond
}

function useWindowTitle(): string {
  const parcelRef = useStore(setStore, ({ reader }) => reader.set?.row.parcelRef ?? null)
  const title = parcelRef === null ? 'Documents' : visibleText(parcelRef)
  useEffect(() => {
    document.title = `${title} · Parcel Desk`
  }, [title])
  return title
}

function Content({ isSignedIn }: { readonly isSignedIn: boolean }): ReactNode {
  const hasSet = useStore(setStore, ({ reader }) => reader.setId !== null)
  if (!isSignedIn) {
    return (
      <EmptyState icon={LogIn} title="Nobody is signed in">
        <p>Sign in in the main window. This one then shows what you choose there.</p>
      </EmptyState>
    )
  }
  if (!hasSet) {
    return (
      <EmptyState icon={MousePointerClick} title="No set is chosen">
        <p>Choose a row in the main window: its documents are shown here.</p>
      </EmptyState>
    )
  }
  return <SetPane place="reader" />
}

function AnotherWindow(): ReactNode {
  return (
    <EmptyState icon={AppWindow} title="This is not the second window any more">
      <p>It was closed in the main window, or opened once more. Close this one.</p>
    </EmptyState>
  )
}
