import { ArrowLeft } from 'lucide-react'
import {
  type DOMAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useRef,
  useState,
  useEffect,
  useEffectEvent,
} from 'react'
import { Button } from '../actions/Button.tsx'
import { classes } from '../base/classes.ts'
import { useLandmark } from '../base/landmarks.ts'
import styles from './SplitPane.module.css'

interface SplitPaneProps {
  /** What the pane shows, for screen readers: “Set and preview”. */
  readonly label: string
  readonly main: ReactNode
  readonly pane: ReactNode
  /** Nothing is chosen in the main part: it gets the whole width. */
  readonly isEmpty?: boolean
  /** The pane covers the main part, whatever the width. */
  readonly isWhole?: boolean
  /** If there is room, the pane is always beside the main part; otherwise it lies over it while this is true. */
  readonly isOpen: boolean
  /** Back or Esc, while it lies over the main part. */
  readonly onClose: () => void
  /** The width that the user gave it; undefined before that. */
  readonly widthPx: number | undefined
  /** Its first width; on a wide screen it is a share of the screen instead. */
  readonly firstWidthPx: number
  /** When the user releases the bar: store the width. */
  readonly onResize: (widthPx: number) => void
  /** Where the focus goes when the pane opens over the main part. */
  readonly focuses?: 'back' | 'content'
  /** Where the focus goes when the pane covers nothing any more; without it, or if it finds nothing, where it was before. */
  readonly findReturn?: () => HTMLElement | null
}

const STEP_PX = 16
const MIN_PX = 280
/** If both together are narrower than this, the pane lies over the main part. */
const COLLAPSE_UNDER_PX = 960
/** The main part keeps at least this, however wide the pane is made. */
const MAIN_MIN_PX = 320
/** What a screen of 1,600 px leaves beside the rail. */
const WIDE_PX = 1500
/** The list beside it then shows vessels and customers whole. */
const WIDE_SHARE = 0.35

/** How the pane lies: beside the main part, over its right side, or over all of it. */
type PaneKind = 'beside' | 'over' | 'whole'

/** A main part and a pane at its right, with a bar between them that mouse and arrow keys move. */
export function SplitPane(props: SplitPaneProps): ReactNode {
  const { main, isEmpty = false, isWhole = false, isOpen, focuses = 'back', firstWidthPx } = props
  const [frameWidthPx, frame] = useWidth()
  const isNarrow = frameWidthPx < COLLAPSE_UNDER_PX
  const mostPx = Math.max(MIN_PX, frameWidthPx - MAIN_MIN_PX)
  const [draggedPx, setDraggedPx] = useState<number>()
  const ownPx = frameWidthPx >= WIDE_PX ? Math.round(frameWidthPx * WIDE_SHARE) : firstWidthPx
  const widthPx = Math.min(mostPx, Math.max(MIN_PX, draggedPx ?? props.widthPx ?? ownPx))
  const kind = kindOf({ isWhole, isNarrow, isOpen, isEmpty: useSettledEmpty(isEmpty) })
  return (
    <div ref={frame} className={styles.split}>
      {/* Covered, it must not take a focus that nobody would see. */}
      <div className={styles.main} inert={kind === 'over' || kind === 'whole'}>
        {main}
      </div>
      {kind === 'beside' && <Bar {...props} mostPx={mostPx} shownPx={widthPx} onDrag={setDraggedPx} />}
      {kind !== undefined && <Pane {...props} focuses={focuses} kind={kind} shownPx={widthPx} />}
    </div>
  )
}

/** A double click begins with the click that chooses the row. */
const DOUBLE_CLICK_MS = 300

/** The pane opens once the click that filled it is over: before that, the row under the pointer must not move. */
function useSettledEmpty(isEmpty: boolean): boolean {
  const [isSettledEmpty, setIsSettledEmpty] = useState(isEmpty)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettledEmpty(isEmpty), isEmpty ? 0 : DOUBLE_CLICK_MS)
    return () => clearTimeout(timer)
  }, [isEmpty])
  return isEmpty || isSettledEmpty
}

type Circumstances = Record<'isWhole' | 'isNarrow' | 'isOpen' | 'isEmpty', boolean>

/** Undefined if there is no pane. */
function kindOf({ isWhole, isNarrow, isOpen, isEmpty }: Circumstances): PaneKind | undefined {
  if (isWhole) return 'whole'
  if (isNarrow) return isOpen ? 'over' : undefined
  return isEmpty ? undefined : 'beside'
}

interface BarProps extends SplitPaneProps {
  readonly mostPx: number
  readonly shownPx: number
  /** During the drag; undefined ends it. */
  readonly onDrag: (widthPx: number | undefined) => void
}

function Bar(props: BarProps): ReactNode {
  const { label, mostPx, shownPx } = props
  return (
    // A focusable separator is a widget with a value; the lint rules only know the plain one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={shownPx}
      aria-valuemin={MIN_PX}
      aria-valuemax={mostPx}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.bar}
      {...useDrag(props)}
      onKeyDown={(event) => handleKey(event, props)}
    />
  )
}

function handleKey(event: KeyboardEvent, { mostPx, shownPx, onResize }: BarProps): void {
  const next = { ArrowLeft: shownPx + STEP_PX, ArrowRight: shownPx - STEP_PX, Home: mostPx, End: MIN_PX }
  const widthPx = Object.entries(next).find(([key]) => key === event.key)?.[1]
  if (widthPx === undefined) return
  event.preventDefault()
  onResize(Math.min(mostPx, Math.max(MIN_PX, widthPx)))
}

function useDrag({ shownPx, onDrag, onResize }: BarProps): DOMAttributes<HTMLElement> {
  const grip = useRef<{ readonly x: number; readonly widthPx: number }>(undefined)
  const drop = (): void => {
    if (grip.current === undefined) return
    grip.current = undefined
    onResize(Math.round(shownPx))
    onDrag(undefined)
  }
  return {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { x: event.clientX, widthPx: shownPx }
    },
    onPointerMove: (event) => {
      if (grip.current !== undefined) onDrag(grip.current.widthPx + grip.current.x - event.clientX)
    },
    onPointerUp: drop,
    onPointerCancel: drop,
  }
}

/** The width of an element, known before the first paint. */
function useWidth(): readonly [number, RefCallback<HTMLElement>] {
  const [widthPx, setWidthPx] = useState(0)
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    setWidthPx(element.clientWidth)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [widthPx, watch]
}

interface PaneProps extends SplitPaneProps {
  readonly kind: PaneKind
  readonly shownPx: number
  readonly focuses: 'back' | 'content'
}

/** One element however it lies, so that a document in it stays open from beside to whole and back. */
function Pane({ label, kind, shownPx, onClose, focuses, findReturn, pane }: PaneProps): ReactNode {
  const section = useRef<HTMLElement>(null)
  useLandmark('pane', section)
  useReturnOfFocus(kind !== 'beside', findReturn)
  useEffect(() => {
    if (kind === 'beside') return
    const back = kind === 'over' && focuses === 'back' ? section.current?.querySelector('button') : null
    const target = back ?? section.current
    target?.focus()
  }, [kind, focuses])
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (kind !== 'over' || event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to what is inside
    <section
      ref={section}
      aria-label={label}
      className={classes(styles.pane, styles[kind])}
      style={kind === 'beside' ? { width: shownPx } : undefined}
      tabIndex={kind === 'beside' ? undefined : -1}
      onKeyDown={closeOnEscape}
    >
      {kind === 'over' && (
        <div className={styles.back}>
          <Button variant="quiet" icon={ArrowLeft} shortcut="Escape" onPress={onClose}>
            Back
          </Button>
        </div>
      )}
      <div className={styles.content}>{pane}</div>
    </section>
  )
}

/** While the pane covers the main part it has the focus; then the main part gets it again. */
function useReturnOfFocus(isCovering: boolean, findReturn: SplitPaneProps['findReturn']): void {
  const find = useEffectEvent(() => findReturn?.() ?? null)
  useEffect(() => {
    if (!isCovering) return undefined
    const before = document.activeElement
    return () => {
      const target = find() ?? before
      if (target instanceof HTMLElement) target.focus()
    }
  }, [isCovering])
}
