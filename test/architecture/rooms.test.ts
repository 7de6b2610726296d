import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { derivedReadmes } from '../support/imported-by.ts'
import { PROJECT_ROOT, projectFiles } from '../support/project-files.ts'
import { missingPaths, untidyRooms } from '../support/rooms.ts'

const files = globSync('src/**/*.*', { cwd: PROJECT_ROOT }).map((file) => file.replaceAll('\\', '/'))

describe('the rooms of src', () => {
  it('are small enough to be understood in a minute, and each has a README', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(untidyRooms(files)).toEqual([])
  })

  it('are reported with too many files or without a README', () => {
    const many = Array.from({ length: 17 }, (_, at) => `src/engine/big/file-${at}.ts`)
    expect(untidyRooms([...many, 'src/engine/big/README.md'])).toEqual(['src/engine/big has 17 code files'])
    expect(untidyRooms(['src/engine/small/a.ts'])).toEqual(['src/engine/small has no README.md'])
  })

  it('say by which rooms they are imported, as “npm run rooms” writes it', () => {
    const readmes = projectFiles('src/**/README.md')
    expect(Object.fromEntries(derivedReadmes(projectFiles('src/**/*.{ts,tsx}'), readmes))).toEqual(
      Object.fromEntries(readmes),
    )
  })

  it('are said to be imported by the folders of those rooms, if there are many', () => {
    const importing = (...rooms: string[]) =>
      new Map(rooms.map((room) => [`src/${room}/a.ts`, `import '${'../'.repeat(room.split('/').length)}base/b.ts'\n`]))
    const line = (sources: Map<string, string>) =>
      derivedReadmes(sources, new Map([['src/base/README.md', 'Imported by: x.']])).get('src/base/README.md')
    expect(line(importing())).toBe('Imported by: nothing in `src`.')
    expect(line(importing('cli', 'main/desk', 'base'))).toBe('Imported by: `cli`, `main/desk`.')
    expect(line(importing('cli', ...[1, 2, 3, 4, 5, 6].map((room) => `main/${room}`)))).toBe(
      'Imported by: `cli`, `main`.',
    )
  })
})

describe('documents', () => {
  const exists = (file: string): boolean => existsSync(path.join(PROJECT_ROOT, file))

  it('name no path that does not exist, so that a newcomer is not led astray', () => {
    const documents = [
      ...projectFiles('*.md'),
      ...projectFiles('docs/**/*.md'),
      ...projectFiles('src/**/*.md'),
      ...projectFiles('test/**/*.md'),
    ]
    expect(documents.length).toBeGreaterThan(50)
    const missing = documents.flatMap(([file, text]) =>
      missingPaths(file, text, exists).map((name) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['README.md', 'See `src/gone.ts`.', ['src/gone.ts']],
    ['docs/walk.md', '1. `src/a.ts` calls `src/{b,c}`.', ['src/a.ts', 'src/b', 'src/c']],
    ['ARCHITECTURE.md', '```\n src/gone  the room\n```\n', ['src/gone']],
  ])('are caught: %s says %s', (document, text, missing) => {
    expect(missingPaths(document, text, () => false)).toEqual(missing)
  })

  it('may name a file from its own room, a room above, or the root, and anything that is not a path', () => {
    const there = new Set(['src/room/inner/a.ts', 'src/room/b.ts', 'test/c.ts'])
    const text = '`b.ts`, `a.ts` and `test/c.ts` read `profiles.json` with `--json`.'
    expect(missingPaths('src/room/inner/README.md', text, (file) => there.has(file))).toEqual([])
  })
})
