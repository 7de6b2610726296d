import {
  Check,
  ChevronDown,
  ChevronRight,
  FileText,
  Folder,
  GitCompare,
  Replace,
  Tags,
  TriangleAlert,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { classes } from '../../ui/base/classes.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { displayName, numberText } from '../../ui/base/words.ts'
import { useKeyboardRows } from '../../ui/rows/use-keyboard-rows.ts'
import {
  buildPlanTree,
  parentRow,
  type PlanFilter,
  type PlannedDocument,
  shownRows,
  type TreeRow,
} from '../store/plan-tree.ts'
import { replacedText } from './plan-words.ts'
import styles from './PlanTree.module.css'

/** A larger plan starts with its folders closed, to show its shape first. */
const OPEN_AT_MOST = 400

interface PlanTreeProps {
  readonly documents: readonly PlannedDocument[]
  readonly filter: PlanFilter
}

/** The folders and files that would be written, as a tree for mouse and arrow keys. */
export function PlanTree({ documents, filter }: PlanTreeProps): ReactNode {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const tree = useMemo(() => buildPlanTree(documents, filter), [documents, filter])
  const opensAll = tree.documents <= OPEN_AT_MOST || filter !== 'all'
  const rows = useMemo(() => shownRows(tree, (path) => toggled.has(path) !== opensAll), [tree, toggled, opensAll])
  const { scroller, ...list } = useKeyboardRows(rows.length)
  const toggle = (path: string): void => {
    const next = new Set(toggled)
    if (!next.delete(path)) next.add(path)
    setToggled(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[list.active]
    if (
      list.moveBy(event) ||
      (row !== undefined && handleFoldKey(event.key, row, { rows, toggle, go: list.setActive }))
    ) {
      event.preventDefault()
    }
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Folders and files of the plan"
      tabIndex={0}
      aria-activedescendant={list.activeId}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.rows} style={{ height: rows.length * list.rowPx }}>
        {list.visible.map(({ position }) => {
          const place = { id: list.rowId(position), topPx: position * list.rowPx, isActive: position === list.active }
          const onPress = (row: TreeRow): void => {
            list.setActive(position)
            if (row.kind === 'folder') toggle(row.path)
          }
          return <Row key={position} row={rows[position]} place={place} onPress={onPress} />
        })}
      </div>
    </div>
  )
}

interface FoldActions {
  readonly rows: readonly TreeRow[]
  readonly toggle: (path: string) => void
  readonly go: (index: number) => void
}

/** Right opens a folder; left closes it or goes to its parent. */
function handleFoldKey(key: string, row: TreeRow, { rows, toggle, go }: FoldActions): boolean {
  const at = rows.indexOf(row)
  if (row.kind === 'folder' && (key === 'Enter' || key === ' ')) {
    toggle(row.path)
    return true
  }
  if (key === 'ArrowRight') {
    if (row.kind === 'folder' && row.isOpen) go(at + 1)
    else if (row.kind === 'folder') toggle(row.path)
    return true
  }
  if (key !== 'ArrowLeft') return false
  const parent = parentRow(rows, at)
  if (row.kind === 'folder' && row.isOpen) toggle(row.path)
  else if (parent !== undefined) go(parent)
  return true
}

interface RowProps {
  readonly row: TreeRow | undefined
  readonly place: { readonly id: string; readonly topPx: number; readonly isActive: boolean }
  readonly onPress: (row: TreeRow) => void
}

function Row({ row, place, onPress }: RowProps): ReactNode {
  if (row === undefined) return null
  return (
    // The tree has the focus and handles the keys; the row is for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="treeitem"
      id={place.id}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={place.isActive}
      {...(row.kind === 'folder' ? { 'aria-expanded': row.isOpen } : {})}
      title={displayName(row.path)}
      className={classes(styles.row, place.isActive && styles.active)}
      style={{ transform: `translateY(${place.topPx}px)`, paddingInlineStart: `${0.25 + (row.level - 1) * 1.125}rem` }}
      onClick={() => onPress(row)}
    >
      {row.kind === 'folder' ? <FolderCells row={row} /> : <FileCells row={row} />}
    </div>
  )
}

function FolderCells({ row }: { readonly row: Extract<TreeRow, { kind: 'folder' }> }): ReactNode {
  return (
    <>
      <Glyph icon={row.isOpen ? ChevronDown : ChevronRight} size="small" />
      <span className={styles.folderIcon}>
        <Glyph icon={Folder} size="small" />
      </span>
      <span className={styles.name}>
        <Foreign text={row.name} />
      </span>
      <span className={styles.count}>{numberText(row.documents)}</span>
    </>
  )
}

function FileCells({ row }: { readonly row: Extract<TreeRow, { kind: 'file' }> }): ReactNode {
  const { isCollision } = row.document
  return (
    <>
      <span className={styles.gap} />
      <Glyph icon={FileText} size="small" />
      <span className={styles.name}>
        <Foreign text={row.name} />
      </span>
      {isCollision && (
        <span className={classes(styles.mark, styles.collision)}>
          <Glyph icon={Tags} size="small" /> id added
        </span>
      )}
      <ExistingFileMark document={row.document} />
    </>
  )
}

/** The existing file of that name, and what happens to it. */
function ExistingFileMark({ document }: { readonly document: PlannedDocument }): ReactNode {
  const { action, there } = document
  if (action === 'save') return null
  if (action === 'too-long') {
    return (
      <span className={classes(styles.mark, styles.collision)}>
        <Glyph icon={TriangleAlert} size="small" /> path too long, not saved
      </span>
    )
  }
  if (action === 'unchanged' || action === 'leave') {
    return (
      <span className={classes(styles.mark, styles.there)}>
        <Glyph icon={Check} size="small" /> already there
      </span>
    )
  }
  const stranger = there?.isKnown === false ? 'not saved by Parcel Desk, ' : ''
  return (
    <span className={classes(styles.mark, action === 'replace' && styles.collision)}>
      <Glyph icon={action === 'replace' ? Replace : GitCompare} size="small" />
      {`${action === 'replace' ? 'replaces' : 'compared with'} ${stranger}${replacedText(document)}`}
    </span>
  )
}
