import path from 'node:path'

const USUAL = String.raw`C:\Windows\System32`
const SYSTEM_LIBRARY = 'ntdll.dll'

/** Where Windows lies, as this process itself was loaded from: `SystemRoot` and the path are set by whoever starts it. */
export function systemFolder(loaded: readonly string[] = loadedLibraries()): string {
  const library = loaded.find((file) => path.win32.basename(file).toLowerCase() === SYSTEM_LIBRARY)
  return library === undefined ? USUAL : path.win32.dirname(library)
}

/** Only at the start: with connections open, the report would look up their names. */
function loadedLibraries(): string[] {
  const report: object = process.report.getReport()
  const libraries: unknown = 'sharedObjects' in report ? report.sharedObjects : []
  return Array.isArray(libraries) ? libraries.filter((file) => typeof file === 'string') : []
}
