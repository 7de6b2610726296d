import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenLinks, misnamedLinks } from '../support/broken-links.ts'
import { parseManifest } from '../support/manifest-rules.ts'
import { PROJECT_ROOT, projectFile, projectFiles } from '../support/project-files.ts'
import { unknownNotes } from '../support/service-notes.ts'

describe('links between documents', () => {
  it('lead to existing files', () => {
    const exists = (target: string): boolean => existsSync(path.join(PROJECT_ROOT, target))
    const broken = [...projectFiles('**/*.md')].flatMap(([file, text]) => brokenLinks(file, text, exists))
    expect(broken).toEqual([])
  })

  it('say the name of the file they lead to', () => {
    expect([...projectFiles('**/*.md')].flatMap(([file, text]) => misnamedLinks(file, text))).toEqual([])
    expect(misnamedLinks('a.md', '[old.ts](src/new.ts), [desk/b.ts](../desk/b.ts), [why](c.md)')).toEqual([
      'a.md: old.ts → src/new.ts',
    ])
  })

  it('are resolved from the folder of the document, without their anchor', () => {
    const asked: string[] = []
    const text = 'See [one](../a.md#part), ![two](<b.png> "title"), [web](https://host/c), [here](#part).'
    expect(brokenLinks('docs/start.md', text, (target) => asked.push(target) === 0)).toEqual([
      'docs/start.md → ../a.md#part',
      'docs/start.md → b.png',
    ])
    expect(asked).toEqual(['a.md', 'docs/b.png'])
  })

  it('may stand apart, under a name', () => {
    expect(
      brokenLinks('docs/a.md', 'See [b] and [c].\n\n[b]: ../b.ts\n[c]: c.ts\n', (file) => file === 'b.ts'),
    ).toEqual(['docs/a.md → c.ts'])
  })

  it('are not links inside code', () => {
    expect(brokenLinks('a.md', '`[a](b)`\n\n```md\n[c](d)\n```\n', () => false)).toEqual([])
  })
})

describe('the version of package.json', () => {
  const { version } = parseManifest(projectFile('package.json'))

  it('has a heading in the changelog, with its date', () => {
    const headings = projectFile('CHANGELOG.md').match(/^## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/gm) ?? []
    expect(headings.map((heading) => heading.split(' ')[1])).toContain(version)
  })

  it('is that of the installers which administrators read of', () => {
    const named = [...projectFile('docs/administrators.md').matchAll(/parcel-desk-(\d+\.\d+\.\d+)-/g)]
    expect(new Set(named.map(([, one]) => one))).toEqual(new Set([version]))
  })
})

describe('docs/service.md', () => {
  it('explains every trap and finding, and has every heading, that sources, tests and documents name', () => {
    const service = projectFile('docs/service.md')
    const naming = [...projectFiles('{src,test,docs}/**/*.{ts,tsx,css,md}'), ...projectFiles('*.{ts,md}')]
    const unknown = naming
      .filter(([file]) => !file.endsWith('architecture/documents.test.ts'))
      .flatMap(([file, text]) => unknownNotes(text, service).map((name) => `${file}: ${name}`))
    expect(unknown).toEqual([])
  })

  it('is asked for what is not in it', () => {
    const service = '# The service\n\n## Search\n\n- **T1** Known.\n- **W-B3** Known too.\n'
    const comment =
      'One (T1, T46), finding W-B3, (W-B4), by the plan (C6), docs/service.md “Search” and docs/service.md “Token”.'
    expect(unknownNotes(comment, service)).toEqual(['T46', 'W-B4', 'C6', 'Token'])
    expect(unknownNotes('2026-03-03T09:00, UTF-8, T09:00, (A1="")', service)).toEqual([])
  })
})
