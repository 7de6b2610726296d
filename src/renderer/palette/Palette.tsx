import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Dialog, Modal, ModalOverlay, VisuallyHidden } from 'react-aria-components'
import { useStore } from 'zustand'
import { visibleText } from '../../shared/text/plain-text.ts'
import { commandsStore, findCommand, PALETTE_TITLE } from '../commands/commands-store.ts'
import { readPasted } from '../parcel/pasted.ts'
import { pastedReferences } from '../parcel/references.ts'
import { searchStore } from '../search/search-store.ts'
import { paletteTexts } from '../search/texts/texts-store.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { classes } from '../ui/base/classes.ts'
import { countOf } from '../ui/base/words.ts'
import { type KnownQuestion, knownStore } from './known-store.ts'
import { openSet, searchCustomer, searchShipments } from './open-known.ts'
import type { EntryGroup, PaletteChoice, PaletteEntry } from './palette-entries.ts'
import styles from './Palette.module.css'
import { PaletteRow } from './PaletteRow.tsx'
import { recentItems } from './recent-items.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Finds what this desk knows by any part of its name, and every command; then offers to ask the service. */
export function Palette(): ReactNode {
  const isOpen = useStore(commandsStore, (state) => state.isPaletteOpen)
  // Closed without a choice it keeps what was typed, selected: the next letter replaces it. Kept when it closes, as the whole
  // dialog would be drawn again at each letter.
  const [lastText, setLastText] = useState('')
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable
      onOpenChange={(isPaletteOpen) => commandsStore.setState({ isPaletteOpen })}
      className={classes(styles.scrim)}
    >
      <Modal className={classes(styles.modal)}>
        <Dialog aria-label={PALETTE_TITLE} className={classes(styles.dialog)}>
          <PaletteContent lastText={lastText} onClosed={setLastText} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface PaletteContentProps {
  readonly lastText: string
  readonly onClosed: (text: string) => void
}

function PaletteContent({ lastText, onClosed }: PaletteContentProps): ReactNode {
  const [{ text, vessel }, setTyped] = useState<KnownQuestion>({ text: lastText, vessel: null })
  const groups = usePaletteGroups()
  const isAsking = useStore(knownStore, (state) => state.isAsking)
  const listed = useStore(knownStore, (state) => state.question)
  const entries = groups.flatMap((group) => group.entries)
  const question = `${listed.vessel ?? ''}\n${listed.text}`
  const { active, move, pointAt, hasMoved } = useActive(entries, question)
  const [isEnterDue, setIsEnterDue] = useState(false)
  const onPointerMove = useMovedPointer(pointAt)
  const listId = useId()
  const list = useFollowingList(hasMoved ? `${listId}-${active}` : undefined, question)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const keepText = useEffectEvent(() => onClosed(text))
  useEffect(() => () => keepText(), [])
  const ask = (typed: KnownQuestion): void => {
    knownStore.ask(typed)
    paletteTexts.ask(typed.vessel === null ? typed.text : '')
  }
  const type = (typed: KnownQuestion): void => {
    setTyped(typed)
    // At once, not when the letter is drawn: then the field and that it is busy would be drawn one after the other.
    ask(typed)
  }
  const typeText = (typed: string): void => type({ text: typed, vessel })
  const askAgain = useEffectEvent(() => ask({ text, vessel }))
  // Only sets of the account’s customers are found.
  const customers = useStore(searchStore, (state) => state.customers)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => askAgain(), [customers])
  const narrowTo = (name: string | null): void => {
    type({ text: '', vessel: name })
    input.current?.focus()
  }
  const choose = (entry: PaletteEntry | undefined): void => {
    setIsEnterDue(false)
    if (entry === undefined) return
    if (entry.choice.kind !== 'run') recentItems.note(entry.choice)
    if (entry.choice.kind === 'vessel') return narrowTo(entry.choice.name)
    commandsStore.setState({ isPaletteOpen: false })
    type({ text: '', vessel: null })
    // Once it is gone, below which nothing can take the focus.
    requestAnimationFrame(() => run(entry.choice))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step !== undefined) move(step)
    // What fits best may be on its way: Enter waits for it, unless the user has chosen a line already.
    else if (event.key === 'Enter' && isAsking && !hasMoved) setIsEnterDue(true)
    else if (event.key === 'Enter') choose(entries[active])
    else if (vessel !== null && (event.key === 'Escape' || (event.key === 'Backspace' && text === ''))) narrowTo(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const chooseActive = useEffectEvent(() => choose(entries[active]))
  useEffect(() => {
    if (!isEnterDue || isAsking) return undefined
    const frame = requestAnimationFrame(() => chooseActive())
    return () => cancelAnimationFrame(frame)
  }, [isEnterDue, isAsking])
  return (
    <>
      <div className={styles.field}>
        {vessel !== null && <Vessel name={vessel} onRemove={() => narrowTo(null)} />}
        {/* A native input: a list of some forty lines is drawn at each key press, and must not take as long as a frame. */}
        <input
          ref={input}
          role="combobox"
          aria-label={PALETTE_TITLE}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length === 0 ? undefined : `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a palette that opens is there to be typed into
          autoFocus
          placeholder={
            vessel === null ? 'Parcel, shipment, customer, command, or vessel:olaf state:issued' : 'Narrow these sets'
          }
          className={styles.input}
          value={text}
          onChange={(event) => {
            setIsEnterDue(false)
            typeText(event.target.value)
          }}
          onPaste={(event) => takeColumn(event, event.clipboardData, { text, onType: typeText })}
          onDrop={(event) => takeColumn(event, event.dataTransfer, { text, onType: typeText })}
          onKeyDown={onKeyDown}
        />
      </div>
      {/* The lists of HTML can neither be driven from a field nor hold more than words. The field has its keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        {...list}
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        tabIndex={-1}
        aria-label="Found"
        aria-busy={isAsking}
        className={styles.list}
        // The keyboard stays in the field, wherever the mouse goes.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={onPointerMove}
        onClick={(event) => choose(entries[placeOf(event.target)])}
      >
        <Groups groups={groups} listId={listId} active={active} />
      </div>
      <Foot count={entries.length} />
    </>
  )
}

const PAGE = 8
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

interface Active {
  /** Place among the entries. */
  readonly active: number
  readonly move: (step: number) => void
  readonly pointAt: (place: number) => void
  /** Since the text last changed. */
  readonly hasMoved: boolean
}

/** The active line: the first one until the user moves it; then it stays on its entry, whatever is listed above. */
function useActive(entries: readonly PaletteEntry[], question: string): Active {
  const [moved, setMoved] = useState<{ readonly question: string; readonly id: string | undefined }>()
  const isCurrent = moved !== undefined && moved.question === question
  const place = isCurrent ? entries.findIndex(({ id }) => id === moved.id) : -1
  const active = Math.max(0, place)
  const pointAt = (to: number): void => setMoved({ question, id: entries[to]?.id })
  const last = entries.length - 1
  const move = (step: number): void => {
    const to = active + step
    // One step beyond an end leads to the other end; a page stops there.
    if (Math.abs(step) === 1) pointAt(to < 0 ? last : to > last ? 0 : to)
    else pointAt(Math.min(last, Math.max(0, to)))
  }
  return { active, move, pointAt, hasMoved: place !== -1 }
}

/**
 * Keeps the line that the user moved to in view, and begins every list at its top. The list is measured only where it must be:
 * that took longer at each key press than drawing it.
 */
function useFollowingList(movedToId: string | undefined, question: string): FollowingList {
  const ref = useRef<HTMLDivElement>(null)
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    if (movedToId !== undefined) document.getElementById(movedToId)?.scrollIntoView({ block: 'nearest' })
  }, [movedToId])
  useLayoutEffect(() => {
    if (isScrolled.current) ref.current?.scrollTo({ top: 0 })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another question is another list
  }, [question])
  return { ref, onScroll: ({ currentTarget }) => void (isScrolled.current = currentTarget.scrollTop > 0) }
}

interface FollowingList {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void
}

/** A list that comes under a resting pointer reports a move there, which must not change what Enter does. */
function useMovedPointer(pointAt: Active['pointAt']): (event: PointerEvent) => void {
  const last = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return ({ clientX: x, clientY: y, target }) => {
    const before = last.current
    const place = placeOf(target)
    last.current = { x, y }
    if (place !== -1 && before !== undefined && (before.x !== x || before.y !== y)) pointAt(place)
  }
}

/** The place among the entries of the line that was hit; -1 beside them. */
function placeOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[role="option"]') : null
  return row === null ? -1 : Number(row.id.slice(row.id.lastIndexOf('-') + 1))
}

interface GroupsProps {
  readonly groups: readonly EntryGroup[]
  readonly listId: string
  readonly active: number
}

/**
 * Drawn when there is an answer, not at the letter before it. Lines are told apart by their places, so that another list changes
 * their words in place of making forty lines again.
 */
const Groups = memo(function Groups({ groups, listId, active }: GroupsProps): ReactNode {
  let before = 0
  return groups.map(({ heading, entries }, place) => {
    const first = before
    before += entries.length
    const headingId = `${listId}-of-${first}`
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of fields
      <div key={place} role="group" aria-labelledby={headingId}>
        <div id={headingId} className={styles.heading}>
          {heading}
        </div>
        {entries.map((entry, at) => (
          <PaletteRow key={at} entry={entry} id={`${listId}-${first + at}`} isActive={first + at === active} />
        ))}
      </div>
    )
  })
})

function Vessel({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): ReactNode {
  return (
    <button type="button" className={styles.vessel} aria-label={`Leave ${visibleText(name)}`} onClick={onRemove}>
      <bdi>{visibleText(name)}</bdi>
      <Glyph icon={X} size="small" />
    </button>
  )
}

/** What the list does not say: why sets are missing from it, and that there are more. */
function Foot({ count }: { readonly count: number }): ReactNode {
  const { isReady, failure, isAsking, hits, matchingSets } = useStore(knownStore)
  const rest = matchingSets - hits.filter(({ kind }) => kind === 'parcel' || kind === 'bill').length
  return (
    <>
      {failure !== null && (
        <p className={styles.foot}>{`What this desk knows could not be searched: ${failure.message}`}</p>
      )}
      {!isReady && <p className={styles.foot}>Parcels are found here once the customers of this account are listed.</p>}
      {count === 0 && !isAsking && <p className={styles.foot}>No set that this desk knows has all of this.</p>}
      {rest > 0 && <p className={styles.foot}>{`${countOf(rest, 'more set')}: type more letters`}</p>}
      <VisuallyHidden>
        <output>{isAsking ? '' : countOf(count, 'result')}</output>
      </VisuallyHidden>
    </>
  )
}

/** A field of one line would join the lines of a column to one reference. */
function takeColumn(event: SyntheticEvent<HTMLInputElement>, data: DataTransfer, { text, onType }: Typing): void {
  const pasted = readPasted(data)
  if (pasted.kind === 'file' || (pasted.kind === 'text' && !/[\r\n]/.test(pasted.text.trim()))) return
  event.preventDefault()
  const { selectionStart, selectionEnd } = event.currentTarget
  const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length]
  onType(text.slice(0, start) + pastedReferences(pasted).join(', ') + text.slice(end))
}

interface Typing {
  readonly text: string
  readonly onType: (text: string) => void
}

function run(choice: PaletteChoice): void {
  if (choice.kind === 'run') choice.run()
  else if (choice.kind === 'parcel') openSet(choice.setId)
  else if (choice.kind === 'shipment') searchShipments([choice.name])
  else if (choice.kind === 'customer') searchCustomer(choice.customerId)
  else if (choice.kind === 'command') findCommand(commandsStore.getState().commands, choice.commandId)?.run()
}
