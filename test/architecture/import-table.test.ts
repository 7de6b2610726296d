import { describe, expect, it } from 'vitest'
import { ALLOWED_IMPORTS, FORBIDDEN_IMPORTS } from '../support/forbidden-examples.ts'
import { importCycles } from '../support/import-cycles.ts'
import { forbiddenImports, upwardImports } from '../support/import-table.ts'
import { projectFiles } from '../support/project-files.ts'

const sources = projectFiles('src/**/*.{ts,tsx}')

describe('the import table', () => {
  it('holds for every file of src', () => {
    expect(sources.size).toBeGreaterThan(0)
    expect(forbiddenImports(sources)).toEqual([])
  })

  it.each(FORBIDDEN_IMPORTS)('refuses in $file: $text', ({ file, text }) => {
    expect(forbiddenImports(new Map([[file, text]]))).toHaveLength(1)
  })

  it('refuses a package in the type of an import, which no line starting with import shows', () => {
    const files = new Map([['src/engine/a.ts', "export type App = import('electron').App\n"]])
    expect(forbiddenImports(files)).toEqual(['src/engine/a.ts:1 imports electron'])
  })

  it('refuses an adapter over two libraries, which could not be replaced one by one', () => {
    const files = new Map([['src/adapters/a.ts', "export * from 'undici'\nexport * from 'amqplib'\n"]])
    expect(forbiddenImports(files)).toEqual(['src/adapters/a.ts wraps more than one library: undici, amqplib'])
  })

  it('refuses a folder of src that it does not know, so that a new folder gets a row', () => {
    expect(forbiddenImports(new Map([['src/plugins/a.ts', 'export const a = 1\n']]))).toHaveLength(1)
  })

  it('allows what each folder needs', () => {
    expect(forbiddenImports(ALLOWED_IMPORTS)).toEqual([])
  })
})

describe('the rooms of the engine and of the page', () => {
  it('import only those below their own', () => {
    expect(upwardImports(sources)).toEqual([])
  })

  it.each([
    ['src/engine/exchange/a.ts', '../search/b.ts', 1],
    ['src/engine/saving/names/a.ts', '../plan/b.ts', 1],
    ['src/engine/saving/a.ts', './plan/b.ts', 0],
    ['src/engine/feed/inbox/a.ts', '../queue/b.ts', 1],
    ['src/engine/feed/queue/a.ts', '../inbox/b.ts', 0],
    ['src/renderer/search/a.ts', '../settings/b.ts', 1],
    ['src/renderer/settings/section/a.ts', '../../search/b.ts', 0],
    ['src/renderer/inbox/a.ts', '../DeskScreen.tsx', 1],
  ])('are told apart: %s imports %s', (file, target, count) => {
    expect(upwardImports(new Map([[file, `export { b } from '${target}'\n`]]))).toHaveLength(count)
  })
})

describe('imports of src', () => {
  it('contain no cycle', () => {
    expect(importCycles(sources)).toEqual([])
  })

  it('are followed through types and over several files', () => {
    const files = new Map([
      ['src/shared/a.ts', "export { b } from './b.ts'\n"],
      ['src/shared/b.ts', "export const b = () => import('./deep/c.ts')\n"],
      ['src/shared/deep/c.ts', "import type { A } from '../a.ts'\nexport type C = A\n"],
    ])
    expect(importCycles(files)).toEqual(['src/shared/a.ts → src/shared/b.ts → src/shared/deep/c.ts → src/shared/a.ts'])
  })
})
