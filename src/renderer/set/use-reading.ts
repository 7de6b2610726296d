import { useEffect } from 'react'
import { useStore } from 'zustand'
import { toastIfFailed } from '../client/notify.ts'
import { type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import { closeReader, openReader, useIsReadElsewhere } from './reader-window.ts'
import { earlierShown, setStore, type SetPlace } from './set-store.ts'
import { enterWholeWindow, leaveWholeWindow, wholeWindow } from './whole-window.ts'

interface ReadingOptions {
  readonly place: SetPlace
  /** Where the shown set is in its list, from 1; null if none is shown. */
  readonly position: { readonly at: number; readonly of: number } | null
  /** Shows the set below or above in the list. */
  readonly stepSet: (step: 1 | -1) => void
}

/** Reading the sets of a list one after another: beside it, on the whole window or in the second one. Ends with the list. */
export function useReading({ place, position, stepSet }: ReadingOptions): void {
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  const isElsewhere = useIsReadElsewhere(place)
  const canRead = position !== null
  useCommandsIn('Reading', [
    {
      id: 'read.whole',
      title: isWhole ? 'Back to the list' : 'Read on the whole window',
      shortcut: isWhole ? ['Escape', 'F11'] : 'F11',
      isEnabled: canRead && !isElsewhere,
      run: isWhole ? leaveWholeWindow : enterWholeWindow,
    },
    {
      id: 'read.window',
      title: isElsewhere ? 'Close the second window' : 'Read in a second window',
      shortcut: 'Shift+F11',
      isEnabled: isElsewhere || canRead,
      run: () => void toastIfFailed(isElsewhere ? closeReader() : openReader()),
    },
  ])
  useStepCommands({ place, stepSet, canRead, hasBareKeys: isWhole })
  const { at = 0, of = 0 } = position ?? {}
  useEffect(() => {
    wholeWindow.setState({ position: of === 0 ? null : { at, of } })
    if (of === 0) leaveWholeWindow()
  }, [at, of])
  useEffect(() => {
    if (isElsewhere) leaveWholeWindow()
  }, [isElsewhere])
  useEffect(() => leaveWholeWindow, [])
}

interface StepOptions {
  readonly place: SetPlace
  readonly stepSet: (step: 1 | -1) => void
  readonly canRead: boolean
  /** Bare arrows belong to the list, unless it is covered or there is none. */
  readonly hasBareKeys: boolean
}

/** From set to set, and from document to document. */
export function useStepCommands({ place, stepSet, canRead, hasBareKeys }: StepOptions): void {
  const isElsewhere = useIsReadElsewhere(place)
  const documents = useStore(setStore, (sets) => sets[place].set?.documents?.length ?? 0)
  const stepDocument = (step: 1 | -1) => (): void => {
    if (!scrollSideways(step)) setStore.actions.stepDocument(place, step)
  }
  const step = (id: string, title: string, shortcut: readonly string[]): Omit<OfferInGroup, 'run'> => ({
    id: `read.${id}`,
    title,
    shortcut,
    isEnabled: canRead,
  })
  const bare = (...keys: readonly string[]): readonly string[] => (hasBareKeys ? keys : [])
  // The preview has these keys itself, wherever it is on the screen.
  const ofPreview = (key: string): readonly string[] => (isElsewhere ? [key] : [])
  useCommandsIn('Reading', [
    { ...step('nextSet', 'Next set', bare('ArrowDown', 'J')), run: () => stepSet(1) },
    { ...step('previousSet', 'Previous set', bare('ArrowUp', 'K')), run: () => stepSet(-1) },
    {
      ...step('nextDocument', 'Next document of the set', [...bare('ArrowRight'), ...ofPreview('N')]),
      isEnabled: documents > 1,
      run: stepDocument(1),
    },
    {
      ...step('previousDocument', 'Previous document of the set', [...bare('ArrowLeft'), ...ofPreview('P')]),
      isEnabled: documents > 1,
      run: stepDocument(-1),
    },
  ])
  useCompareCommand(place)
}

/** Two documents need the room of the whole window, or of the second one. */
function useCompareCommand(place: SetPlace): void {
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  const shown = useStore(setStore, (sets) => sets[place])
  const { set, documentId, besideId } = shown
  const isElsewhere = useIsReadElsewhere(place)
  const ids = (set?.documents ?? []).map((one) => one.documentId)
  const next = ids[(ids.indexOf(documentId ?? '') + 1) % ids.length]
  const isComparing = (isWhole || isElsewhere) && (besideId !== null || earlierShown(shown) !== null)
  const compare = (): void => {
    setStore.actions.showBeside(place, isComparing ? null : (besideId ?? next ?? null))
    if (!isElsewhere) enterWholeWindow()
  }
  useCommandsIn('Reading', [
    {
      id: 'read.compare',
      title: isComparing ? 'Show one document' : 'Show two documents side by side',
      shortcut: 'C',
      isEnabled: isComparing || ids.length > 1,
      run: compare,
    },
  ])
}

const STEP_PX = 40

/** A page that is wider than its window is scrolled by ← and →, or it could not be read by keyboard; N and P change the document. */
function scrollSideways(step: 1 | -1): boolean {
  const scroller = document.activeElement?.closest('[data-pages]')
  if (scroller === null || scroller === undefined || scroller.scrollWidth <= scroller.clientWidth) return false
  scroller.scrollBy({ left: step * STEP_PX })
  return true
}
