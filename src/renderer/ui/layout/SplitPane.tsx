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
} from 'react'
import { Button } from '../actions/Button.tsx'
import styles from './SplitPane.module.css'

interface SplitPaneProps {
  /** What the pane shows, for screen readers: “Set and preview”. */
  readonly label: string
  readonly main: ReactNode
  readonly pane: ReactNode
  /** If there is room, the pane is always beside the main part; otherwise it lies over it while this is true. */
  readonly isOpen: boolean
  /** Back or Esc, while it lies over the main part. */
  readonly onClose: () => void
  readonly widthPx: number
  /** When the user releases the bar: store the width. */
  readonly onResize: (widthPx: number) => void
  readonly minWidthPx?: number
  /** Where the focus goes when the pane opens over the main part. */
  readonly focuses?: 'back' | 'content'
  /** If both together are narrower than this, the pane lies over the main part. */
  readonly collapseUnderPx?: number
}

const STEP_PX = 16
/** The main part keeps at least this, however wide the pane is made. */
const MAIN_MIN_PX = 320

/** A main part and a pane at its right, with a bar between them that mouse and arrow keys move. */
export function SplitPane(props: SplitPaneProps): ReactNode {
  const { label, main, pane, isOpen, onClose, minWidthPx = 280, collapseUnderPx = 960, focuses = 'back' } = props
  const [frameWidthPx, frame] = useWidth()
  const isOver = frameWidthPx < collapseUnderPx
  const mostPx = Math.max(minWidthPx, frameWidthPx - MAIN_MIN_PX)
  const [draggedPx, setDraggedPx] = useState<number>()
  const widthPx = Math.min(mostPx, Math.max(minWidthPx, draggedPx ?? props.widthPx))
  const isCovered = isOpen && isOver
  return (
    <div ref={frame} className={styles.split}>
      {/* Covered, it must not take a focus that nobody would see. */}
      <div className={styles.main} inert={isCovered}>
        {main}
      </div>
      {isCovered && (
        <OverlayPane label={label} onClose={onClose} focuses={focuses}>
          {pane}
        </OverlayPane>
      )}
      {!isOver && (
        <>
          <Bar {...props} minWidthPx={minWidthPx} mostPx={mostPx} shownPx={widthPx} onDrag={setDraggedPx} />
          <section aria-label={label} className={styles.pane} style={{ width: widthPx }}>
            {pane}
          </section>
        </>
      )}
    </div>
  )
}

interface BarProps extends SplitPaneProps {
  readonly minWidthPx: number
  readonly mostPx: number
  readonly shownPx: number
  /** During the drag; undefined ends it. */
  readonly onDrag: (widthPx: number | undefined) => void
}

function Bar(props: BarProps): ReactNode {
  const { label, minWidthPx, mostPx, shownPx } = props
  return (
    // A focusable separator is a widget with a value; the lint rules only know the plain one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={shownPx}
      aria-valuemin={minWidthPx}
      aria-valuemax={mostPx}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.bar}
      {...useDrag(props)}
      onKeyDown={(event) => handleKey(event, props)}
    />
  )
}

function handleKey(event: KeyboardEvent, { mostPx, minWidthPx, shownPx, onResize }: BarProps): void {
  const next = { ArrowLeft: shownPx + STEP_PX, ArrowRight: shownPx - STEP_PX, Home: mostPx, End: minWidthPx }
  const widthPx = Object.entries(next).find(([key]) => key === event.key)?.[1]
  if (widthPx === undefined) return
  event.preventDefault()
  onResize(Math.min(mostPx, Math.max(minWidthPx, widthPx)))
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

interface OverlayPaneProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** `content` if the content has its own keys; otherwise the Back button, so that Enter goes back. */
  readonly focuses: 'back' | 'content'
}

/** The pane over the main part. It takes the focus while it is open, and returns it. */
function OverlayPane({ label, onClose, children, focuses }: OverlayPaneProps): ReactNode {
  const back = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    if (focuses === 'back') back.current?.querySelector('button')?.focus()
    else back.current?.parentElement?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [focuses])
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to what is inside
    <section aria-label={label} className={styles.over} tabIndex={-1} onKeyDown={closeOnEscape}>
      <div ref={back} className={styles.back}>
        <Button variant="quiet" icon={ArrowLeft} shortcut="Escape" onPress={onClose}>
          Back
        </Button>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
