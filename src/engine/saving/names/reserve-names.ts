import { createHash } from 'node:crypto'
import { isUuid } from '../../../shared/text/set-fields.ts'
import { collisionKey, documentFileName, folderKey, portableName, suffixedFileName } from './file-names.ts'
import type { NameRequest, ReserveOptions } from './name-request.ts'
import { fileRoom, fitFolders, type RelativePath } from './path-limits.ts'
import { separateFolders } from './separate-folders.ts'

export interface ReservedName extends RelativePath {
  /** True where the name ends in part of the identity. */
  readonly isSuffixed: boolean
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

type OwnerLookup = NonNullable<ReserveOptions['ownerOf']>

const SEVERAL = Symbol('several')

/** How many characters of a documentId the suffix shows, by level: longer along its dashes. */
const SUFFIX_CHARS = [8, 13, 18, 23, 36]

/**
 * A distinct path for every identity, in the order of `requests`: clean, within the limits, distinct on Windows, macOS and
 * Linux. Where names collide, with each other or with the ledger, each of them gets a suffix ` [1a2b3c4d]` from its
 * documentId, longer if necessary, so that the result does not depend on the order; only the owner of a name in the ledger
 * keeps it. Folders that differ only by case or normalisation become one, and those of different texts do not. Never fails. Obeys T20 and T25.
 */
export function reserveNames(requests: readonly NameRequest[], options: ReserveOptions = {}): ReservedName[] {
  const steps = reserveNamesInSteps(requests, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** `reserveNames` in small steps, so that the event loop can run in between: a hundred thousand names take seconds. */
export function* reserveNamesInSteps(
  requests: readonly NameRequest[],
  options: ReserveOptions = {},
): Generator<undefined, ReservedName[]> {
  const { ownerOf, knownFolder, maxPathChars = Infinity } = options
  const separated = separateFolders(requests, options)
  const folderOf = openFolders(separated, { knownFolder, maxPathChars })
  const claim = createClaims()
  const claimed: Claim[] = []
  for (const request of separated) {
    claimed.push(claim(folderOf(request), request))
    yield undefined
  }
  yield* resolveCollisions([...new Set(claimed)], ownerOf)
  return claimed.map(({ folder, file, level }) => ({ folders: folder.folders, file, isSuffixed: level > 0 }))
}

/** Makes one claim of each request; an identity that requests the same place twice has one claim with one spelling. */
function createClaims(): (folder: NameFolder, request: NameRequest) => Claim {
  const first = new Map<string, Claim>()
  // Nearly every identity requests one place; a key for each would take more memory than the names.
  const further = new Map<string, Claim>()
  return (folder, { file, identity }) => {
    const plain = documentFileName(file, { maxChars: folder.maxChars })
    const nameKey = collisionKey(plain)
    const claim: Claim = { folder, identity, plain, level: 0, file: plain, nameKey, owner: undefined }
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
 * Raises the level of every claim in a collision until none is left. Each round treats all claims alike, whatever their
 * order. It ends: two identities differ in their suffixes, and the ledger has a finite number of names.
 */
function* resolveCollisions(claims: readonly Claim[], ownerOf: OwnerLookup | undefined): Generator<undefined, void> {
  for (const claim of claims) {
    // A document that got a suffix in an earlier run keeps it, even if its plain name is free now.
    setLevel(claim, ownedLevel(claim, ownerOf) ?? 0, ownerOf)
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
      setLevel(claim, claim.level + 1, ownerOf)
      yield undefined
    }
  }
}

/** The level at which the document has its name already; undefined where it has none. */
function ownedLevel(claim: Claim, ownerOf: OwnerLookup | undefined): number | undefined {
  if (ownerOf === undefined) return undefined
  for (let level = 0; level <= SUFFIX_CHARS.length; level += 1) {
    if (ownerOf(claim.folder.key, collisionKey(fileAt(claim, level))) === claim.identity) return level
  }
  return undefined
}

function setLevel(claim: Claim, level: number, ownerOf: OwnerLookup | undefined): void {
  claim.level = level
  claim.file = fileAt(claim, level)
  claim.nameKey = collisionKey(claim.file)
  claim.owner = ownerOf?.(claim.folder.key, claim.nameKey)
}

function fileAt({ plain, identity, folder }: Claim, level: number): string {
  return level === 0 ? plain : suffixedFileName(plain, suffixFor(identity, level), { maxChars: folder.maxChars })
}

function suffixFor(identity: string, level: number): string {
  const id = isUuid(identity) ? identity.toLowerCase() : sha256(identity)
  const chars = SUFFIX_CHARS[level - 1]
  // Beyond the whole id only when another document's name contains that id.
  return chars === undefined ? sha256(`${level} ${identity}`).slice(0, 36) : id.slice(0, chars)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Who claims each name of each folder: one identity, or several. */
function ownersOfPlaces(claims: readonly Claim[]): Map<NameFolder, Map<string, string | typeof SEVERAL>> {
  const owners = new Map<NameFolder, Map<string, string | typeof SEVERAL>>()
  for (const { folder, nameKey, identity } of claims) {
    const names = owners.get(folder) ?? new Map<string, string | typeof SEVERAL>()
    owners.set(folder, names)
    names.set(nameKey, (names.get(nameKey) ?? identity) === identity ? identity : SEVERAL)
  }
  return owners
}

/** Whether a claim has the name of a folder: files and folders share one namespace. */
function folderPlaces(claims: readonly Claim[]): (claim: Claim) => boolean {
  const places = new Set<string>()
  for (const { folders } of new Set(claims.map(({ folder }) => folder))) {
    for (let depth = 1; depth <= folders.length; depth += 1) places.add(folderKey(folders.slice(0, depth)))
  }
  return ({ folder, nameKey }) => places.has(folder.key === '' ? nameKey : `${folder.key}/${nameKey}`)
}

/** A folder that documents go into; one object shared by all of them, since there may be a hundred thousand. */
export interface NameFolder {
  readonly folders: readonly string[]
  readonly key: string
  /** Characters left for a file's name. */
  readonly maxChars: number
}

export interface FolderOptions {
  /** How the innermost folder of this key is already spelled on disk. */
  readonly knownFolder?: ((folderKey: string) => string | undefined) | undefined
  readonly maxPathChars: number
}

/** Finds the folder of each path: cut to the limits, and one object with one spelling for all paths that mean it. */
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
  return ({ folders: requested }) => {
    const known = byText.get(textOf(requested))
    if (known !== undefined) return known
    const folders = spell(fitFolders(requested, maxPathChars))
    const key = folderKey(folders)
    const folder = byKey.get(key) ?? { folders, key, maxChars: fileRoom(folders, maxPathChars) }
    byKey.set(key, folder)
    byText.set(textOf(requested), folder)
    return folder
  }
}

function textOf(folders: readonly string[]): string {
  return JSON.stringify(folders)
}

/** One spelling for each folder: as on disk, else the first of the given ones in code unit order. */
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
    // A known spelling may come from a manifest that anybody could edit: only a clean name is trusted.
    return known !== undefined && portableName(known) === known ? known : (spellings.get(key) ?? folder)
  }
  return (path) => path.map((folder, depth) => spell(folder, keyTo(path, depth)))
}
