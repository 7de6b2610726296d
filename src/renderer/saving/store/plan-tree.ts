import type { Output } from '../../../shared/contract/contract.ts'
import { compareNames } from '../../ui/base/words.ts'

export type PlannedDocument = Output<'saving.planned'>['documents'][number]
export type PlanAction = PlannedDocument['action']
/** Which documents of a plan are shown: all, those with an id added to their name, or those with one action. */
export type PlanFilter = 'all' | 'collision' | PlanAction

interface PlanFolder {
  /** Relative to the chosen folder, separated by “/”; empty for the chosen folder itself. */
  readonly path: string
  readonly name: string
  readonly folders: Map<string, PlanFolder>
  readonly files: { readonly name: string; readonly document: PlannedDocument }[]
  /** In it and in all folders below. */
  documents: number
  isSorted: boolean
}

interface TreePlace {
  readonly path: string
  readonly name: string
  /** 1 directly in the chosen folder. */
  readonly level: number
  /** Counted from 1 within its folder. */
  readonly place: number
  readonly siblings: number
}

export type TreeRow =
  | (TreePlace & { readonly kind: 'folder'; readonly documents: number; readonly isOpen: boolean })
  | (TreePlace & { readonly kind: 'file'; readonly document: PlannedDocument })

export type PlanTree = PlanFolder

/** The folders and files that a plan would write. */
export function buildPlanTree(documents: readonly PlannedDocument[], filter: PlanFilter = 'all'): PlanTree {
  const root = newFolder('', '')
  for (const document of documents) if (isShown(document, filter)) insertDocument(root, document)
  return root
}

/** The rows to show, in the order of a file browser; the contents of closed folders are left out. */
export function shownRows(tree: PlanTree, isOpen: (path: string) => boolean, level = 1): TreeRow[] {
  sortOnce(tree)
  const siblings = tree.folders.size + tree.files.length
  const rows: TreeRow[] = []
  ;[...tree.folders.values()].forEach((folder, index) => {
    const { path, name, documents } = folder
    const isFolderOpen = isOpen(path)
    rows.push({ kind: 'folder', path, name, level, place: index + 1, siblings, documents, isOpen: isFolderOpen })
    // One by one: a folder may hold more rows than a call takes arguments.
    if (isFolderOpen) for (const row of shownRows(folder, isOpen, level + 1)) rows.push(row)
  })
  tree.files.forEach(({ name, document }, index) => {
    const path = document.relativePath
    rows.push({ kind: 'file', path, name, level, place: tree.folders.size + index + 1, siblings, document })
  })
  return rows
}

/** Where the folder that contains a row is listed; undefined for a row of the uppermost folder. */
export function parentRow(rows: readonly TreeRow[], at: number): number | undefined {
  const level = rows[at]?.level ?? 0
  const parent = rows.slice(0, at).findLastIndex((row) => row.level < level)
  return parent === -1 ? undefined : parent
}

function isShown({ isCollision, action }: PlannedDocument, filter: PlanFilter): boolean {
  if (filter === 'all') return true
  return filter === 'collision' ? isCollision : action === filter
}

function insertDocument(root: PlanFolder, document: PlannedDocument): void {
  const parts = document.relativePath.split('/')
  let folder = root
  folder.documents += 1
  for (const name of parts.slice(0, -1)) {
    folder = subfolder(folder, name)
    folder.documents += 1
  }
  folder.files.push({ name: parts.at(-1) ?? '', document })
}

function subfolder(parent: PlanFolder, name: string): PlanFolder {
  const known = parent.folders.get(name)
  if (known !== undefined) return known
  const made = newFolder(parent.path === '' ? name : `${parent.path}/${name}`, name)
  parent.folders.set(name, made)
  return made
}

function newFolder(path: string, name: string): PlanFolder {
  return { path, name, folders: new Map(), files: [], documents: 0, isSorted: false }
}

/** Sorts a folder when it is first shown: sorting a hundred thousand names takes a second. */
function sortOnce(folder: PlanFolder): void {
  if (folder.isSorted) return
  const folders = [...folder.folders.values()].toSorted((a, b) => compareNames(a.name, b.name))
  folder.folders.clear()
  for (const one of folders) folder.folders.set(one.name, one)
  folder.files.sort((a, b) => compareNames(a.name, b.name))
  folder.isSorted = true
}
