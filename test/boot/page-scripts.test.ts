import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOf, pageScripts } from '../support/built-page.ts'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'

/** A slow office computer compiles about 10 MB of script a second, with a virus scanner reading along. */
const MAX_BEFORE_FIRST_SCREEN = 900_000
const MAX_BEFORE_SIGN_IN = 450_000

describe('the scripts of the built page', () => {
  const { first, desk } = pageScripts()

  it('are few before sign-in: index.html loads the form and not the desk', () => {
    expect(first.size).toBeGreaterThan(0)
    expect(bytesOf(first)).toBeLessThan(MAX_BEFORE_SIGN_IN)
  })

  it('stay under 900 kB before the first screen of a signed-in user', () => {
    expect(desk.size).toBeGreaterThan(0)
    expect(bytesOf([...first, ...desk])).toBeLessThan(MAX_BEFORE_FIRST_SCREEN)
  })

  it('contain no sources and no source maps', () => {
    const files = globSync('out/renderer/**/*', { cwd: PROJECT_ROOT })
    expect(files.filter((file) => /\.(?:map|tsx?)$/.test(file))).toEqual([])
    expect(allScripts()).not.toMatch(/\/\/# sourceMappingURL=/)
  })

  it('are in English only, whatever the language of the computer', () => {
    expect(allScripts()).toContain('Show suggestions')
    expect(allScripts()).not.toMatch(/Vorschläge|Vorschl\\xe4ge/)
  })
})

/** Our own and the libraries', except the parser of pdf.js, which is shipped unchanged. */
function allScripts(): string {
  return globSync('out/renderer/assets/*.js', { cwd: PROJECT_ROOT })
    .map((file) => projectFile(file))
    .join('\n')
}
