import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join, basename } from 'node:path'
import { z } from 'zod'
import type { chosenFolder } from '../../shared/contract/saving-contract.ts'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { MANIFEST_JSON } from '../../engine/saving/archive/manifest.ts'
import { isSameFolder } from '../../engine/saving/disk/folder-spelling.ts'
import { createJsonFile } from '../../engine/storage/json-file.ts'

/** More than anybody looks through. */
const MAX_FOLDERS = 50

const stored = z.object({ folders: z.array(z.object({ folderId: z.string(), path: z.string() })) })

export type ChosenFolder = z.infer<typeof chosenFolder>

export interface ChosenFolders {
  /** Last used first. */
  list(): ChosenFolder[]
  /** Remembers a folder that the user chose, as the last used one; a known folder keeps its id. */
  add(path: string): ChosenFolder
  /** Fails with bad-usage if it was forgotten. */
  find(folderId: string): ChosenFolder
  /** Moves it to the front. */
  markUsed(folderId: string): void
  forget(folderId: string): void
  /** Undoes a `forget` of this run. Fails with bad-usage if there was none. */
  restore(folderId: string): void
}

/** The folders that the user chose in a system dialog: the page refers to them by id and can refer to no others. */
export function createChosenFolders(dataDir: string, onNotice: (notice: Problem) => void): ChosenFolders {
  const file = createJsonFile({
    file: join(dataDir, 'folders.json'),
    shape: stored,
    empty: { folders: [] },
    afterLoss: 'Choose your folders again; what is in them is not touched.',
    onNotice,
  })
  const list = (): ChosenFolder[] => file.read().folders.map(describeFolder)
  const forgotten = new Map<string, ChosenFolder>()
  const find = (folderId: string): ChosenFolder => list().find((one) => one.folderId === folderId) ?? refuseUnknown()
  const putFirst = ({ folderId, path }: ChosenFolder): void => {
    const others = file.read().folders.filter((one) => one.folderId !== folderId)
    file.write({ folders: [{ folderId, path }, ...others].slice(0, MAX_FOLDERS) })
  }
  return {
    list,
    find,
    add: (path) => {
      const known = list().find((one) => isSameFolder(one.path, path))
      const folder = known ?? describeFolder({ folderId: randomUUID(), path })
      putFirst(folder)
      return folder
    },
    markUsed: (folderId) => {
      putFirst(find(folderId))
    },
    forget: (folderId) => {
      forgotten.set(folderId, find(folderId))
      file.write({ folders: file.read().folders.filter((one) => one.folderId !== folderId) })
    },
    restore: (folderId) => {
      putFirst(forgotten.get(folderId) ?? refuseUnknown())
    },
  }
}

function describeFolder({ folderId, path }: Pick<ChosenFolder, 'folderId' | 'path'>): ChosenFolder {
  const isThere = isFolder(path)
  return { folderId, path, isThere, hasManifest: isThere && existsSync(join(path, MANIFEST_JSON)) }
}

function refuseUnknown(): never {
  throw badUsage('This folder is not in the list any more.', 'Choose it again.')
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // A disconnected share, or a folder without permission: unusable for saving either way.
    return false
  }
}

export interface ChosenFiles {
  /** Keeps a path that the user chose and returns an id and a name for it, because the page sends no paths. */
  add(path: string): { fileId: string; name: string }
  /** Fails with bad-usage for an id that is not of this run. */
  pathOf(fileId: string): string
}

/** Files that the user picked in a system dialog. */
export function createChosenFiles(): ChosenFiles {
  const paths = new Map<string, string>()
  return {
    add: (path) => {
      const fileId = randomUUID()
      paths.set(fileId, path)
      return { fileId, name: basename(path) }
    },
    pathOf: (fileId) => {
      const path = paths.get(fileId)
      if (path === undefined) throw badUsage('The chosen file is not known any more.', 'Choose it again.')
      return path
    },
  }
}
