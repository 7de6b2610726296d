import { collisionKey, documentFileName, folderKey, separateFolderName } from './file-names.ts'
import type { NameRequest, ReserveOptions } from './reserve-names.ts'

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
  const places = requests.map(placesOf)
  const textsOf = new Map<string, Set<string>>()
  const settled = new Set<string>()
  for (const [at, request] of requests.entries()) {
    const isOwn =
      ownerOf?.(folderKey(request.folders), collisionKey(documentFileName(request.file))) === request.identity
    for (const { key, text } of places[at] ?? []) {
      textsOf.set(key, (textsOf.get(key) ?? new Set()).add(text))
      if (isOwn) settled.add(placeText(key, text))
    }
  }
  return requests.map((request, at) => {
    const folders: string[] = []
    for (const { key, text, name } of places[at] ?? []) {
      const separate = separateFolderName(name, text)
      const isDisputed = (textsOf.get(key)?.size ?? 0) > 1 && !settled.has(placeText(key, text))
      const isSeparate =
        text !== textKey(name.normalize('NFKC')) && (isDisputed || isKnown(knownFolder, [...folders, separate]))
      folders.push(isSeparate ? separate : name)
    }
    return folders.every((folder, depth) => folder === request.folders[depth]) ? request : { ...request, folders }
  })
}

interface Place {
  /** Texts with one key would share a folder. */
  readonly key: string
  readonly text: string
  readonly name: string
}

function placesOf({ folders, folderTexts = folders }: NameRequest): Place[] {
  const texts = folders.map((folder, depth) => textKey(folderTexts[depth] ?? folder))
  return folders.map((name, depth) => ({
    key: JSON.stringify([...texts.slice(0, depth), collisionKey(name)]),
    text: texts[depth] ?? '',
    name,
  }))
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
