import { describe, expect, it } from 'vitest'
import { lintFiles } from '../support/lint-files.ts'

/** One breach of each rule that the style of the project stands on; the settings could lose one without a sound. */
const BREACHES: readonly [rule: string, file: string, text: string][] = [
  ['eslint/max-params', 'src/engine/b.ts', 'export const a = (b: 1, c: 1, d: 1, e: 1) => [b, c, d, e]\n'],
  [
    'eslint/max-depth',
    'src/engine/c.ts',
    'export function a(b: 1[][][]) {\n for (const c of b) for (const d of c) { for (const e of d) { if (e) { if (d) return e } } }\n return c\n}\nconst c = 1\n',
  ],
  ['import/no-cycle', 'src/engine/d.ts', "export { e } from './e.ts'\nexport type D = 1\n"],
  ['import/no-cycle', 'src/engine/e.ts', "import type { D } from './d.ts'\nexport const e: D = 1\n"],
  ['import/no-default-export', 'src/engine/f.ts', 'export default 1\n'],
  ['oxc/no-barrel-file', 'src/engine/g.ts', "export * from './f.ts'\n"],
  ['typescript/consistent-type-assertions', 'src/engine/h.ts', 'export const a = (b: unknown) => b as string\n'],
  ['typescript/no-explicit-any', 'src/engine/i.ts', 'export const a = (b: any) => typeof b\n'],
  ['typescript/no-non-null-assertion', 'src/engine/j.ts', 'export const a = (b?: string) => b!.length\n'],
  ['typescript/no-floating-promises', 'src/engine/k.ts', 'export function a(b: () => Promise<void>) {\n  b()\n}\n'],
  [
    'typescript/no-misused-promises',
    'src/engine/l.ts',
    'export function a(b: Promise<boolean>) {\n  return b ? 1 : 2\n}\n',
  ],
  ['unicorn/filename-case', 'src/engine/fooBar.ts', 'export const a = 1\n'],
  ['unicorn/prefer-node-protocol', 'src/cli/a.ts', "export { join } from 'path'\n"],
  ['eslint/no-restricted-imports', 'src/cli/b.ts', "export { a } from '../../test/a.ts'\n"],
]

describe('the linter', () => {
  it('refuses one breach of each rule', () => {
    const found = lintFiles(BREACHES.map(([, file, text]) => [file, text] as const))
    for (const [rule, file] of BREACHES) expect(found, `${rule} in ${file}`).toContainEqual({ file, rule })
  })

  it('accepts “as const”, a PascalCase component, and any import in a test', () => {
    const clean = [
      ['src/shared/text/a.ts', "export const A = ['a'] as const\n"],
      ['src/renderer/Inbox.tsx', 'export const Inbox = () => null\n'],
      ['test/unit/a.test.ts', "export { A } from '../../src/shared/text/a.ts'\n"],
    ] as const
    expect(lintFiles(clean)).toEqual([])
  })
})
