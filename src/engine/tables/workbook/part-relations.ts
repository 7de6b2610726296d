import { posix } from 'node:path'
import { MAX_SHEETS } from '../table.ts'
import { parseXml } from './parse-xml.ts'
import type { WorkbookParts } from './unpack-workbook.ts'

/** A part of a workbook that another part refers to. */
export interface RelatedPart {
  /** The last word of its address: `worksheet`, `styles`. */
  type: string
  path: string
  /** Undefined if there is no such part, as some programs leave out what no cell refers to. */
  read(): Uint8Array | undefined
}

export interface PartRelations {
  /** The first of a type; a workbook may have none. */
  find(type: string): RelatedPart | undefined
  /** Throws SyntaxError if there is none. */
  byId(id: string): RelatedPart
}

/** What a part refers to, or the whole workbook where `path` is empty. Programs give parts what names they like. */
export function readRelations(parts: WorkbookParts, path: string): PartRelations {
  const folder = posix.dirname(path)
  const related = new Map<string, RelatedPart>()
  const xml = parts.read(posix.join(folder, '_rels', `${posix.basename(path)}.rels`))
  if (xml !== undefined) {
    parseXml(xml, {
      onOpen: (name, attributes) => {
        if (name !== 'Relationship') return
        const { Id: id = '', Type: type = '', Target: target = '' } = attributes()
        const address = posix.resolve('/', folder, target.replaceAll('\\', '/')).slice(1)
        related.set(id, {
          type: posix.basename(type),
          path: address,
          read: () => parts.read(address) ?? parts.read(unescaped(address)),
        })
        if (related.size > MAX_SHEETS) throw new SyntaxError('it refers to countless parts')
      },
    })
  }
  return {
    find: (type) => related.values().find((part) => part.type === type),
    byId: (id) => {
      const part = related.get(id)
      if (part === undefined) throw new SyntaxError(`nothing is related by ${id}`)
      return part
    },
  }
}

/** An address may be escaped where the name of the part is not. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
