import { countOf, numberText, sizeText } from '../../ui/base/words.ts'
import type { UndoPreview, UndoResult } from './undo-store.ts'

export type KeptReason = UndoResult['kept'][number]['reason']

interface ReasonWords {
  /** As the title of a list. */
  readonly title: string
  readonly explanation: string
}

/** Why files stay, what a clerk may want to look at first. */
const KEPT_REASONS: Readonly<Record<KeptReason, ReasonWords>> = {
  changed: { title: 'Changed since', explanation: 'Somebody changed these files after they were saved.' },
  held: {
    title: 'Not removable',
    explanation: 'Open in another program, or not readable or removable now. Close them, then undo again.',
  },
  replaced: {
    title: 'Replaced others',
    explanation: 'These files took the place of others, which cannot be brought back.',
  },
  later: {
    title: 'Saved again since',
    explanation: 'What a later save has written, or has as its own, is undone there.',
  },
  found: { title: 'There before', explanation: 'These files were in the folder before this save.' },
}

const REASONS: readonly KeptReason[] = ['changed', 'held', 'replaced', 'later', 'found']

/** “Remove 7 files”. */
export function removeLabel({ files }: UndoPreview): string {
  return `Remove ${countOf(files, 'file')}`
}

/** What will be removed, in a sentence or two. */
export function previewSentence({ files, bytes, kept }: UndoPreview): string {
  if (files > 0) {
    const what = `${countOf(files, 'file')} that this save wrote (${sizeText(bytes)}) will be removed.`
    return `${what} A file that was changed since stays.`
  }
  const staying = Object.values(kept).some((count) => count > 0)
  return staying ? 'No file of this save can be removed.' : 'Nothing of this save is left to remove.'
}

/** What stays in any case: a line for each reason. */
export function stayingLines({ kept }: UndoPreview): readonly string[] {
  return REASONS.filter((reason) => kept[reason] > 0).map((reason) => {
    const count = kept[reason]
    return `${countOf(count, 'file')} ${count === 1 ? 'stays' : 'stay'}. ${KEPT_REASONS[reason].explanation}`
  })
}

/** What became of the files, in one sentence. */
export function undoSentence({ removed, vanished, kept, isComplete }: UndoResult): string {
  const parts = [
    `${countOf(removed, 'file')} removed`,
    vanished > 0 ? `${numberText(vanished)} no longer there` : '',
    kept.length > 0 ? `${numberText(kept.length)} kept` : '',
  ].filter((part) => part !== '')
  return `${isComplete ? '' : 'Stopped: '}${parts.join(', ')}.`
}

export interface KeptList extends ReasonWords {
  readonly id: KeptReason
  readonly paths: readonly string[]
}

/** The files that stay, by reason. */
export function keptLists({ kept }: UndoResult): readonly KeptList[] {
  const byReason = Map.groupBy(kept, ({ reason }) => reason)
  return REASONS.flatMap((id) => {
    const paths = (byReason.get(id) ?? []).map(({ path }) => path)
    return paths.length === 0 ? [] : { id, paths, ...KEPT_REASONS[id] }
  })
}
