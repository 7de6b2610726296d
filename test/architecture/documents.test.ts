import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenLinks, misnamedLinks } from '../support/broken-links.ts'
import { PROJECT_ROOT, projectFiles } from '../support/project-files.ts'

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
