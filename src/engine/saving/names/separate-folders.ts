import { collisionKey, documentFileName, folderKey, separateFolderName } from './file-names.ts'
import type { NameRequest, ReserveOptions } from './name-request.ts'

/**
 * The requests, each with a folder of its own text: `4500/1` and `4500-1` are two shipments and would share the folder `4500-1`,
 * which is what the first of them can be called at most. A name goes to the text whose documents are there already, else to
 * the one that is called so; that of any other text ends in a hash of its text. A folder that has it keeps it, also when it
 * comes alone. A text that differs only in case, normalisation or blanks is no other text.
 */
export function separateFolders(
  requests: readonly NameRequest[],
  { ownerOf, knownFolder, textsIn }: Pick<ReserveOptions, 'ownerOf' | 'knownFolder' | 'textsIn'>,
): readonly NameRequest[] {
  const placesOf = createPlaces()
  // Nearly always every folder of a new archive is called what it is.
  const isPlain = (request: NameRequest): boolean => placesOf(request).every((place) => place.isPlain)
  if (textsIn === undefined && requests.every(isPlain)) return requests
  const textsOf = new Map<string, Set<string>>()
  const settled = new Set<string>()
  for (const request of requests) {
    const { folders, file, identity } = request
    for (const { key, text, isPlain: isCalledSo } of placesOf(request)) {
      textsOf.set(key, (textsOf.get(key) ?? new Set()).add(text))
      const owner = isCalledSo ? undefined : ownerOf?.(folderKey(folders), collisionKey(documentFileName(file)))
      if (owner === identity) settled.add(placeText(key, text))
    }
  }
  const separated = (request: NameRequest): readonly string[] => {
    const folders: string[] = []
    for (const { key, text, name, isPlain: isCalledSo } of placesOf(request)) {
      const there = textsIn?.(folderKey([...folders, name]))
      const isWanted = !isCalledSo && (textsOf.get(key)?.size ?? 0) > 1 && !settled.has(placeText(key, text))
      const isAnothers = there === undefined ? isWanted : !there.has(text)
      // Its hash is made only where it may be needed.
      const mayHaveSeparate = isAnothers || !isCalledSo || textsIn !== undefined
      const separate = mayHaveSeparate ? separateFolderName(name, text) : name
      folders.push(isAnothers || isKnown(knownFolder, [...folders, separate]) ? separate : name)
    }
    return folders
  }
  // Documents of one folder share its list.
  const known = new Map<readonly string[], readonly string[]>()
  return requests.map((request) => {
    const folders = known.get(listOf(request)) ?? separated(request)
    known.set(listOf(request), folders)
    return { ...request, folders }
  })
}

interface Place {
  /** Texts with one key would share a folder. */
  readonly key: string
  readonly text: string
  readonly name: string
  /** Whether the folder is called what it is. */
  readonly isPlain: boolean
}

function createPlaces(): (request: NameRequest) => readonly Place[] {
  const known = new Map<readonly string[], readonly Place[]>()
  return (request) => {
    const places = known.get(listOf(request)) ?? readPlaces(request)
    known.set(listOf(request), places)
    return places
  }
}

function listOf({ folders, folderTexts = folders }: NameRequest): readonly string[] {
  return folderTexts
}

function readPlaces(request: NameRequest): Place[] {
  const texts = listOf(request).map(folderTextKey)
  return request.folders.map((name, depth) => {
    const text = texts[depth] ?? ''
    const key = JSON.stringify([...texts.slice(0, depth), collisionKey(name)])
    return { key, text, name, isPlain: text === folderTextKey(name.normalize('NFKC')) }
  })
}

function placeText(key: string, text: string): string {
  return JSON.stringify([key, text])
}

/** Equal for texts that are one folder. */
export function folderTextKey(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
  return plain.trim().toLowerCase().toUpperCase()
}

function isKnown(knownFolder: ReserveOptions['knownFolder'], folders: readonly string[]): boolean {
  return knownFolder?.(folderKey(folders)) !== undefined
}
