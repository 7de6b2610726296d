import { collisionKey, documentFileName, folderKey, separateFolderName } from './file-names.ts'
import type { NameRequest, ReserveOptions } from './name-request.ts'

/**
 * The requests, each with a folder of its own text: `4500/1` and `4500-1` are two shipments and would share the folder `4500-1`,
 * which is what the first of them can be called at most. Where a folder's name is not its text and another text has that name,
 * it ends in a hash of its text; a folder that has it keeps it, also when it comes alone, and one that has its documents without
 * it keeps them there. A text that differs only in case, normalisation or blanks is no other text.
 */
export function separateFolders(
  requests: readonly NameRequest[],
  { ownerOf, knownFolder }: Pick<ReserveOptions, 'ownerOf' | 'knownFolder'>,
): readonly NameRequest[] {
  const placesOf = createPlaces()
  // Nearly always every folder is called what it is.
  if (requests.every((request) => placesOf(request).every(({ isPlain }) => isPlain))) return requests
  const textsOf = new Map<string, Set<string>>()
  const settled = new Set<string>()
  for (const request of requests) {
    const { folders, file, identity } = request
    for (const { key, text, isPlain } of placesOf(request)) {
      textsOf.set(key, (textsOf.get(key) ?? new Set()).add(text))
      const owner = isPlain ? undefined : ownerOf?.(folderKey(folders), collisionKey(documentFileName(file)))
      if (owner === identity) settled.add(placeText(key, text))
    }
  }
  const separated = (request: NameRequest): readonly string[] => {
    const folders: string[] = []
    for (const { key, text, name, isPlain } of placesOf(request)) {
      const separate = isPlain ? name : separateFolderName(name, text)
      const isDisputed = (textsOf.get(key)?.size ?? 0) > 1 && !settled.has(placeText(key, text))
      folders.push(isDisputed || isKnown(knownFolder, [...folders, separate]) ? separate : name)
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
  const texts = listOf(request).map(textKey)
  return request.folders.map((name, depth) => {
    const text = texts[depth] ?? ''
    const key = JSON.stringify([...texts.slice(0, depth), collisionKey(name)])
    return { key, text, name, isPlain: text === textKey(name.normalize('NFKC')) }
  })
}

function placeText(key: string, text: string): string {
  return JSON.stringify([key, text])
}

function textKey(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
  return plain.trim().toLowerCase().toUpperCase()
}

function isKnown(knownFolder: ReserveOptions['knownFolder'], folders: readonly string[]): boolean {
  return knownFolder?.(folderKey(folders)) !== undefined
}
