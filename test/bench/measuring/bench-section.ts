import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatText } from '../../support/format-text.ts'

export interface BenchSection {
  /** Name in the markers; never changes, or the old section stays beside the new one. */
  id: string
  /** Markdown, from its `##` heading on. */
  text: string
}

const benchmarksFile = path.resolve(import.meta.dirname, '../../../docs/benchmarks.md')

const opening = `# Benchmarks

Each section is written by the script that measured it; editing one by hand lasts until its next run.
`

/** Writes a section of docs/benchmarks.md and leaves every other part of the file as it is. */
export async function writeBenchSection(section: BenchSection): Promise<void> {
  const before = await readFile(benchmarksFile, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return opening
    throw error
  })
  await writeFile(benchmarksFile, await formatText(benchmarksFile, withSection(before, section)))
}

/** The page with the section in place of its older self, or at the end where there was none. */
function withSection(page: string, section: BenchSection): string {
  const startMarker = `<!-- bench:${section.id}:start -->`
  const endMarker = `<!-- bench:${section.id}:end -->`
  const block = `${startMarker}\n\n${section.text.trim()}\n\n${endMarker}`
  const start = page.indexOf(startMarker)
  const end = page.indexOf(endMarker)
  if (start === -1 && end === -1) return `${page.trimEnd()}\n\n${block}\n`
  if (start === -1 || end < start) throw new Error(`docs/benchmarks.md: the markers of “${section.id}” do not pair.`)
  return page.slice(0, start) + block + page.slice(end + endMarker.length)
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
