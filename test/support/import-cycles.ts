import { readImports, type SourceFiles } from './read-imports.ts'

/** Each cycle of imports once, as “a.ts → b.ts → a.ts”. Types count: two files that need each other are one thing. */
export function importCycles(files: SourceFiles): string[] {
  const targets = new Map([...files].map(([file, text]) => [file, ownTargets(file, text)]))
  const finished = new Set<string>()
  const cycles: string[] = []

  const follow = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file)
    if (at >= 0) cycles.push([...trail.slice(at), file].join(' → '))
    if (at >= 0 || finished.has(file)) return
    for (const target of targets.get(file) ?? []) follow(target, [...trail, file])
    finished.add(file)
  }
  for (const file of files.keys()) follow(file, [])
  return cycles
}

function ownTargets(file: string, text: string): string[] {
  return readImports(file, text)
    .filter(({ isOwnFile }) => isOwnFile)
    .map(({ target }) => target)
}
