import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Text of source files by path from the root of the project, with `/`. */
export type SourceFiles = ReadonlyMap<string, string>

export interface Import {
  /** Path from the root of the project for our own files, `node:fs` or the name of a package for others. */
  target: string
  isOwnFile: boolean
  /** Erased before the program runs. */
  isTypeOnly: boolean
  line: number
}

/** Every import of a file: static, re-exporting, dynamic with a literal, and in the position of a type. */
export function readImports(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file} cannot be parsed: ${error.message}`)

  const found: Import[] = []
  const add = (start: number, specifier: string, isTypeOnly: boolean): void => {
    found.push({ ...locate(file, specifier), isTypeOnly, line: lineAt(text, start) })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.start, node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.start, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.start, node.source.value, node.exportKind === 'type')
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') add(node.start, String(node.source.value), false)
    },
    TSImportType: (node) => add(node.start, node.source.value, true),
  }).visit(program)
  return found
}

function locate(file: string, specifier: string): { target: string; isOwnFile: boolean } {
  if (specifier.startsWith('.')) {
    return { target: path.posix.join(path.posix.dirname(file), specifier), isOwnFile: true }
  }
  if (specifier.startsWith('node:')) return { target: specifier, isOwnFile: false }
  const parts = specifier.split('/')
  return { target: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), isOwnFile: false }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
