import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingFiles, untidyRooms } from '../support/rooms.ts'

const files = globSync('src/**/*.*').map((file) => file.replaceAll('\\', '/'))

describe('the rooms of src', () => {
  it('are small enough to be understood in a minute, and each says at its door what it is', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(untidyRooms(files)).toEqual([])
  })

  it('are found untidy with too many files or without a README', () => {
    const many = Array.from({ length: 17 }, (_, at) => `src/engine/big/file-${at}.ts`)
    expect(untidyRooms([...many, 'src/engine/big/README.md'])).toEqual(['src/engine/big has 17 code files'])
    expect(untidyRooms(['src/engine/small/a.ts'])).toEqual(['src/engine/small has no README.md'])
  })
})

describe('the walkthroughs', () => {
  it('name files that are there', () => {
    const text = readFileSync('docs/walkthroughs.md', 'utf8')
    expect(text).toMatch(/src\/engine\//)
    expect(missingFiles(text, existsSync)).toEqual([])
  })

  it('would not name a file that has moved', () => {
    expect(missingFiles('1. `src/engine/gone.ts` and [b](../src/b.ts)', () => false)).toEqual([
      'src/engine/gone.ts',
      'src/b.ts',
    ])
  })
})
