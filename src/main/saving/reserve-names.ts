import { createHash } from 'node:crypto'
import { isUuid } from '../../shared/text/is-uuid.ts'
import { collisionKey, folderKey } from './collision-key.ts'
import { documentFileName, markedFileName } from './file-names.ts'
import { fileRoom, fitFolders, type RelativePath } from './path-budget.ts'
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
  readonly folders: readonly string[]
  readonly folderKey: string
  readonly identity: string
  readonly maxChars: number
  plain: string
  level: number
  file: string
  nameKey: string
  owner: string | undefined
}

type Taken = NonNullable<ReserveOptions['taken']>

/** Characters of a documentId shown as a suffix, growing along its dashes. */
const MARK_CHARS = [8, 13, 18, 23, 36]

/**
 * A path of its own for every identity, in the order of `wanted`: clean, within the limits, distinct on Windows, macOS and
 * Linux. Where names collide, with each other or with the ledger, every one of them takes ` [1a2b3c4d]` from its
 * documentId, longer if need be, so the result does not hang on who came first; only who owns a name in the ledger keeps
 * it. Folders that differ by case or normalisation become one. Never fails. Obeys T20 and T25.
 */
export function reserveNames(wanted: readonly WantedName[], options: ReserveOptions = {}): ReservedName[] {
  const { taken, maxPathChars = Infinity } = options
  const spelled = spellFolders(
    wanted.map(({ folders }) => fitFolders(folders, maxPathChars)),
    options.knownFolder,
  )
  const claims = new Map<string, Claim>()
  const claimed = wanted.map(({ file, identity }, index) => {
    const folders = spelled[index] ?? []
    return claimName(claims, newClaim({ folders, file, identity }, maxPathChars))
  })
  settle([...claims.values()], taken)
  return claimed.map(({ folders, file, level }) => ({ folders, file, isMarked: level > 0 }))
}

/** One spelling for each folder: as on disk, else the first in code unit order of those that came. */
function spellFolders(paths: readonly string[][], knownFolder: ReserveOptions['knownFolder']): string[][] {
  const spellings = new Map<string, string>()
  const keyTo = (path: readonly string[], depth: number): string => folderKey(path.slice(0, depth + 1))
  for (const path of paths) {
    path.forEach((folder, depth) => {
      const key = keyTo(path, depth)
      spellings.set(key, earlier(folder, spellings.get(key)))
    })
  }
  const spell = (folder: string, key: string): string => {
    const known = knownFolder?.(key)
    // What is known may come from a manifest that anybody could edit: only a clean name is believed.
    return known !== undefined && portableName(known) === known ? known : (spellings.get(key) ?? folder)
  }
  return paths.map((path) => path.map((folder, depth) => spell(folder, keyTo(path, depth))))
}

function newClaim({ folders, file, identity }: WantedName, maxPathChars: number): Claim {
  const maxChars = fileRoom(folders, maxPathChars)
  const plain = documentFileName(file, { maxChars })
  const key = { folderKey: folderKey(folders), nameKey: collisionKey(plain) }
  return { ...key, folders, identity, maxChars, plain, level: 0, file: plain, owner: undefined }
}

/** One identity asking twice for the same place is one claim, spelled one way. */
function claimName(claims: Map<string, Claim>, claim: Claim): Claim {
  const key = JSON.stringify([claim.folderKey, claim.nameKey, claim.identity])
  const known = claims.get(key)
  if (known === undefined) {
    claims.set(key, claim)
    return claim
  }
  known.plain = earlier(claim.plain, known.plain)
  return known
}

/**
 * Raises every party to a collision by one level until there is none. Rounds look at all claims at once, never at their
 * order. They end: two identities differ in their marks, and names in the ledger are finite.
 */
function settle(claims: readonly Claim[], taken: Taken | undefined): void {
  for (const claim of claims) setLevel(claim, rememberedLevel(claim, taken), taken)
  const folders = folderPlaces(claims)
  for (;;) {
    const identities = identitiesByPlace(claims)
    const contested = claims.filter((claim) => {
      if (claim.owner !== undefined) return claim.owner !== claim.identity
      return folders.has(placeOf(claim)) || (identities.get(placeOf(claim))?.size ?? 0) > 1
    })
    if (contested.length === 0) return
    for (const claim of contested) setLevel(claim, claim.level + 1, taken)
  }
}

/** A document that took a suffix in an earlier run keeps it, although nobody may contest its plain name today. */
function rememberedLevel(claim: Claim, taken: Taken | undefined): number {
  if (taken === undefined) return 0
  for (let level = 0; level <= MARK_CHARS.length; level += 1) {
    if (taken(claim.folderKey, collisionKey(fileAt(claim, level))) === claim.identity) return level
  }
  return 0
}

function setLevel(claim: Claim, level: number, taken: Taken | undefined): void {
  claim.level = level
  claim.file = fileAt(claim, level)
  claim.nameKey = collisionKey(claim.file)
  claim.owner = taken?.(claim.folderKey, claim.nameKey)
}

function fileAt({ plain, identity, maxChars }: Claim, level: number): string {
  return level === 0 ? plain : markedFileName(plain, markOf(identity, level), { maxChars })
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

function placeOf(claim: Claim): string {
  return claim.folderKey === '' ? claim.nameKey : `${claim.folderKey}/${claim.nameKey}`
}

function identitiesByPlace(claims: readonly Claim[]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>()
  for (const claim of claims) {
    const place = placeOf(claim)
    const identities = places.get(place) ?? new Set()
    places.set(place, identities.add(claim.identity))
  }
  return places
}

/** Folders stand in the same lists as files: a file must not take a folder's name. */
function folderPlaces(claims: readonly Claim[]): Set<string> {
  return new Set(claims.flatMap(({ folders }) => folders.map((_, depth) => folderKey(folders.slice(0, depth + 1)))))
}

function earlier(one: string, other: string | undefined): string {
  return other === undefined || one < other ? one : other
}
