import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ComparedPage } from '../../shared/compare/compare-documents.ts'
import { comparisonSentence } from '../../shared/compare/comparison-words.ts'
import { useCommandsIn } from '../commands/use-commands.ts'
import type { PreviewModel } from '../preview/create-preview.ts'
import type { OpenedDocument } from '../preview/document/open-document.ts'
import { describeThrown } from '../preview/document/preview-failures.ts'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { countOf, numberText } from '../ui/base/words.ts'
import { type Change, changesIn } from './changes.ts'
import { compareOpened } from './compare-opened.ts'
import styles from './ComparisonBar.module.css'
import { linkScrolling } from './linked-scroll.ts'
import { markPages, type PageMarks, scrollToMark } from './page-marks.ts'

interface ComparisonBarProps {
  /** The earlier document. */
  readonly left: PreviewModel
  readonly right: PreviewModel
  readonly onEnd: () => void
  /** Called once with the sentence that says what differs. */
  readonly onFound: ((sentence: string) => void) | undefined
}

/** Above two documents: what differs between them, and from change to change. */
export function ComparisonBar({ left, right, onEnd, onFound }: ComparisonBarProps): ReactNode {
  const { sentence, progress, pages } = useComparison(left, right)
  const { changes, current, step } = useChanges(left, right, pages)
  const tellFound = useEffectEvent(() => onFound?.(sentence))
  useEffect(() => {
    if (pages !== undefined) tellFound()
  }, [pages])
  const hasChanges = changes.length > 0
  const commands = STEPS.map(({ id, title, shortcut, direction }) => {
    return { id, title, shortcut, isEnabled: hasChanges, run: () => step(direction) }
  })
  useCommandsIn('Reading', commands)
  return (
    <section aria-label="What differs" className={styles.bar}>
      <output className={styles.sentence}>{sentence}</output>
      {/* Not announced: it would be read out page after page. */}
      {progress !== undefined && <span className={styles.change}>{progress}</span>}
      <output className={styles.change}>{positionText(changes, current)}</output>
      {STEPS.map(({ id, title, shortcut, icon, direction }) => (
        <IconButton
          key={id}
          label={title}
          icon={icon}
          shortcut={shortcut}
          isDisabled={!hasChanges}
          onPress={() => step(direction)}
        />
      ))}
      <IconButton label="Stop comparing" icon={X} onPress={onEnd} />
    </section>
  )
}

const STEPS = [
  { id: 'compare.previous', title: 'Previous change', shortcut: 'Shift+F8', icon: ChevronUp, direction: -1 },
  { id: 'compare.next', title: 'Next change', shortcut: 'F8', icon: ChevronDown, direction: 1 },
] as const

interface Comparison {
  /** What was found, or why nothing is yet. */
  readonly sentence: string
  /** Pages read so far. */
  readonly progress?: string
  /** Once they are compared. */
  readonly pages?: readonly ComparedPage[]
}

const COMPARING = 'Comparing…'

function positionText(changes: readonly Change[], current: number): string {
  const change = changes[current]
  if (change !== undefined) return `${numberText(current + 1)} of ${numberText(changes.length)}. ${change.sentence}`
  return changes.length === 0 ? '' : countOf(changes.length, 'change')
}

/** Compares what both show, again whenever one of them shows another document. */
function useComparison(left: PreviewModel, right: PreviewModel): Comparison {
  const [one, other] = [useShown(left), useShown(right)]
  const [isLeftLost, isRightLost] = [useIsLost(left), useIsLost(right)]
  const [result, setResult] = useState<{ readonly of: OpenedDocument; readonly comparison: Comparison }>()
  useEffect(() => {
    if (one === undefined || other === undefined) return undefined
    const stop = new AbortController()
    const tell = (comparison: Comparison): void => {
      if (!stop.signal.aborted) setResult({ of: other, comparison })
    }
    const onPage = (read: number, of: number): void =>
      tell({ sentence: COMPARING, progress: `${numberText(read)} of ${countOf(of, 'page')}` })
    compareOpened(one, other, { signal: stop.signal, onPage }).then(
      (pages) => tell({ sentence: comparisonSentence(pages), pages }),
      (thrown: unknown) => tell({ sentence: `Not compared: ${describeThrown(thrown, undefined).message}` }),
    )
    return () => {
      stop.abort()
      setResult(undefined)
    }
  }, [one, other])
  if (isLeftLost || isRightLost) return { sentence: 'Not compared: one of the two cannot be shown.' }
  if (one === undefined || other === undefined) return { sentence: 'Compared as soon as both are open.' }
  return result?.of === other ? result.comparison : { sentence: COMPARING }
}

/** The document that is on the screen. */
function useShown(model: PreviewModel): OpenedDocument | undefined {
  return useStore(model.store, ({ phase }) => (phase.is === 'shown' ? model.document() : undefined))
}

function useIsLost(model: PreviewModel): boolean {
  return useStore(model.store, ({ phase }) => phase.is === 'failed' || phase.is === 'cancelled')
}

interface Changes {
  readonly changes: readonly Change[]
  /** -1 before the first step. */
  readonly current: number
  readonly step: (direction: 1 | -1) => void
}

/** Marks the changes on both documents, links their scrolling, and goes from one to the next. */
function useChanges(left: PreviewModel, right: PreviewModel, pages: readonly ComparedPage[] | undefined): Changes {
  const changes = useMemo(() => (pages === undefined ? [] : changesIn(pages)), [pages])
  const [place, setPlace] = useState<{ readonly in: readonly Change[]; readonly at: number }>({ in: [], at: -1 })
  const current = place.in === changes ? place.at : -1
  const marks = useRef<readonly PageMarks[]>([])
  useEffect(() => {
    if (pages === undefined) return undefined
    marks.current = [markPages(left, 'left', changes), markPages(right, 'right', changes)]
    const unlink = linkScrolling(left, right, pages)
    return () => {
      unlink()
      for (const one of marks.current) one.remove()
      marks.current = []
    }
  }, [left, right, pages, changes])
  const step = (direction: 1 | -1): void => {
    const from = current === -1 && direction === -1 ? 0 : current
    const next = (from + direction + changes.length) % changes.length
    setPlace({ in: changes, at: next })
    for (const one of marks.current) one.show(next)
    const [first] = changes[next]?.marks ?? []
    if (first !== undefined) scrollToMark(first.side === 'left' ? left : right, first)
  }
  return { changes, current, step }
}
