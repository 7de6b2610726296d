import { createHash } from 'node:crypto'
import { isUuid } from '../../../shared/text/fields.ts'
import { collisionKey, folderKey, documentFileName, markedFileName } from './file-names.ts'
import { type RelativePath, fileRoom, fitFolders } from './path-limits.ts'
import { portableName } from './portable-name.ts'

export interface WantedName extends RelativePath {
  /** The documentId: ids are identity, names repeat (T20). */
  readonly identity: string
}

export interface ReservedName extends RelativePath {
  /** True where the name carries part of the identity. */
  readonly isMarked: boolean
}

export interface ReserveOptions {
  /** Who already has this name according to the ledger; keys as made by `folderKey` and `collisionKey`. */
  readonly taken?: (folderKey: string, nameKey: string) => string | undefined
  /** How the innermost folder of this key is already spelled on disk. */
  readonly knownFolder?: (folderKey: string) => string | undefined
  /** Characters for the path below the chosen folder, separators counted; see `pathBudget`. */
  readonly maxPathChars?: number
}

interface Claim {
  readonly folder: NameFolder
  readonly identity: string
  plain: string
  level: number
  file: string
  nameKey: string
  owner: string | undefined
}

type Taken = NonNullable<ReserveOptions['taken']>

const SEVERAL = Symbol('several')

/** Characters of a documentId shown as a suffix, growing along its dashes. */
const MARK_CHARS = [8, 13, 18, 23, 36]

/**
 * A path of its own for every identity, in the order of `wanted`: clean, within the limits, distinct on Windows, macOS and
 * Linux. Where names collide, with each other or with the ledger, every one of them takes ` [1a2b3c4d]` from its
 * documentId, longer if need be, so the result does not hang on who came first; only who owns a name in the ledger keeps
 * it. Folders that differ by case or normalisation become one. Never fails. Obeys T20 and T25.
 */
export function reserveNames(wanted: readonly WantedName[], options: ReserveOptions = {}): ReservedName[] {
  const steps = reservingNames(wanted, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** `reserveNames` in small steps, so that others can have their turn in between: a hundred thousand names take seconds. */
export function* reservingNames(
  wanted: readonly WantedName[],
  options: ReserveOptions = {},
): Generator<undefined, ReservedName[]> {
  const { taken, knownFolder, maxPathChars = Infinity } = options
  const folderOf = openFolders(wanted, { knownFolder, maxPathChars })
  const claim = createClaims()
  const claimed: Claim[] = []
  for (const one of wanted) {
    claimed.push(claim(folderOf(one), one))
    yield undefined
  }
  yield* settle([...new Set(claimed)], taken)
  return claimed.map(({ folder, file, level }) => ({ folders: folder.folders, file, isMarked: level > 0 }))
}

/** One identity asking twice for the same place is one claim, spelled one way. */
function createClaims(): (folder: NameFolder, wanted: WantedName) => Claim {
  const first = new Map<string, Claim>()
  // Nearly every identity asks once; keys of their own for all would take more memory than the names.
  const further = new Map<string, Claim>()
  return (folder, { file, identity }) => {
    const plain = documentFileName(file, { maxChars: folder.maxChars })
    const nameKey = collisionKey(plain)
    const claim = { folder, identity, plain, level: 0, file: plain, nameKey, owner: undefined }
    const before = first.get(identity)
    if (before === undefined) {
      first.set(identity, claim)
      return claim
    }
    const isSamePlace = before.folder === folder && before.nameKey === nameKey
    const key = JSON.stringify([folder.key, nameKey, identity])
    const known = isSamePlace ? before : (further.get(key) ?? claim)
    if (!isSamePlace) further.set(key, known)
    if (plain < known.plain) known.plain = plain
    return known
  }
}

/**
 * Raises every party to a collision by one level until there is none. Rounds look at all claims at once, never at their
 * order. They end: two identities differ in their marks, and names in the ledger are finite.
 */
function* settle(claims: readonly Claim[], taken: Taken | undefined): Generator<undefined, void> {
  for (const claim of claims) {
    setLevel(claim, rememberedLevel(claim, taken), taken)
    yield undefined
  }
  const isFolder = folderPlaces(claims)
  for (;;) {
    const owners = ownersOfPlaces(claims)
    const contested = claims.filter((claim) => {
      if (claim.owner !== undefined) return claim.owner !== claim.identity
      return isFolder(claim) || owners.get(claim.folder)?.get(claim.nameKey) === SEVERAL
    })
    if (contested.length === 0) return
    for (const claim of contested) {
      setLevel(claim, claim.level + 1, taken)
      yield undefined
    }
  }
}

/** A document that took a suffix in an earlier run keeps it, although nobody may contest its plain name today. */
function rememberedLevel(claim: Claim, taken: Taken | undefined): number {
  if (taken === undefined) return 0
  for (let level = 0; level <= MARK_CHARS.length; level += 1) {
    if (taken(claim.folder.key, collisionKey(fileAt(claim, level))) === claim.identity) return level
  }
  return 0
}

function setLevel(claim: Claim, level: number, taken: Taken | undefined): void {
  claim.level = level
  claim.file = fileAt(claim, level)
  claim.nameKey = collisionKey(claim.file)
  claim.owner = taken?.(claim.folder.key, claim.nameKey)
}

function fileAt({ plain, identity, folder }: Claim, level: number): string {
  return level === 0 ? plain : markedFileName(plain, markOf(identity, level), { maxChars: folder.maxChars })
}

function markOf(identity: string, level: number): string {
  const id = isUuid(identity) ? identity.toLowerCase() : sha256(identity)
  const chars = MARK_CHARS[level - 1]
  // Beyond the whole id only when somebody else's document carries that id in its name.
  return chars === undefined ? sha256(`${level} ${identity}`).slice(0, 36) : id.slice(0, chars)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Who asks for each name of each folder: one identity, or several. */
function ownersOfPlaces(claims: readonly Claim[]): Map<NameFolder, Map<string, string | typeof SEVERAL>> {
  const owners = new Map<NameFolder, Map<string, string | typeof SEVERAL>>()
  for (const { folder, nameKey, identity } of claims) {
    const names = owners.get(folder) ?? new Map<string, string | typeof SEVERAL>()
    owners.set(folder, names)
    names.set(nameKey, (names.get(nameKey) ?? identity) === identity ? identity : SEVERAL)
  }
  return owners
}

/** Folders stand in the same lists as files: a file must not take a folder's name. */
function folderPlaces(claims: readonly Claim[]): (claim: Claim) => boolean {
  const places = new Set<string>()
  for (const { folders } of new Set(claims.map(({ folder }) => folder))) {
    for (let depth = 1; depth <= folders.length; depth += 1) places.add(folderKey(folders.slice(0, depth)))
  }
  return ({ folder, nameKey }) => places.has(folder.key === '' ? nameKey : `${folder.key}/${nameKey}`)
}

/** A folder that documents go into; one object for all of them, for there may be a hundred thousand. */
export interface NameFolder {
  readonly folders: readonly string[]
  readonly key: string
  /** Characters that are left for a file's name. */
  readonly maxChars: number
}

export interface FolderOptions {
  /** How the innermost folder of this key is already spelled on disk. */
  readonly knownFolder?: ((folderKey: string) => string | undefined) | undefined
  readonly maxPathChars: number
}

/** Finds the folder of each of `paths`: cut to the limits, and spelled one way by all who mean the same. */
function openFolders(
  paths: readonly RelativePath[],
  { knownFolder, maxPathChars }: FolderOptions,
): (path: RelativePath) => NameFolder {
  const distinct = new Map(paths.map(({ folders }) => [textOf(folders), folders]))
  const spell = spelling(
    [...distinct.values()].map((folders) => fitFolders(folders, maxPathChars)),
    knownFolder,
  )
  const byText = new Map<string, NameFolder>()
  const byKey = new Map<string, NameFolder>()
  return ({ folders: wanted }) => {
    const known = byText.get(textOf(wanted))
    if (known !== undefined) return known
    const folders = spell(fitFolders(wanted, maxPathChars))
    const key = folderKey(folders)
    const folder = byKey.get(key) ?? { folders, key, maxChars: fileRoom(folders, maxPathChars) }
    byKey.set(key, folder)
    byText.set(textOf(wanted), folder)
    return folder
  }
}

function textOf(folders: readonly string[]): string {
  return JSON.stringify(folders)
}

/** One spelling for each folder: as on disk, else the first in code unit order of those that came. */
function spelling(
  paths: readonly (readonly string[])[],
  knownFolder: FolderOptions['knownFolder'],
): (path: readonly string[]) => string[] {
  const spellings = new Map<string, string>()
  const keyTo = (path: readonly string[], depth: number): string => folderKey(path.slice(0, depth + 1))
  for (const path of paths) {
    path.forEach((folder, depth) => {
      const key = keyTo(path, depth)
      const other = spellings.get(key)
      if (other === undefined || folder < other) spellings.set(key, folder)
    })
  }
  const spell = (folder: string, key: string): string => {
    const known = knownFolder?.(key)
    // What is known may come from a manifest that anybody could edit: only a clean name is believed.
    return known !== undefined && portableName(known) === known ? known : (spellings.get(key) ?? folder)
  }
  return (path) => path.map((folder, depth) => spell(folder, keyTo(path, depth)))
}
