import { describe, expect, it } from 'vitest'
import { projectFiles } from '../support/project-files.ts'
import {
  emptyNames,
  foundByWords,
  formatsWithoutRegion,
  importTimeEffects,
  ownPlaces,
  strayedSecrets,
  testSwitches,
} from '../support/source-rules.ts'

const sources = projectFiles('src/**/*.{ts,tsx}')
const everything = new Map([...sources, ...projectFiles('test/**/*.{ts,tsx}'), ...projectFiles('*.ts')])
const one = (file: string, text: string): Map<string, string> => new Map([[file, text]])

describe('names', () => {
  it('mean something, and no file is a barrel', () => {
    expect(emptyNames(everything)).toEqual([])
  })

  it.each([
    ['src/engine/job-manager.ts', ''],
    ['src/shared/utils/text.ts', ''],
    ['src/engine/a.ts', 'export function readHelper(): void {}'],
    ['src/engine/a.ts', 'export interface CommonOptions { a: string }'],
    ['src/engine/index.ts', "export * from './a.ts'"],
  ])('are refused if they mean nothing: %s %s', (file, text) => {
    expect(emptyNames(one(file, text))).toHaveLength(1)
  })
})

describe('importing a file of src', () => {
  it('starts nothing, except where the programs start', () => {
    expect(importTimeEffects(sources)).toEqual([])
  })

  it.each([
    'start()',
    'await start()',
    'globalThis.started = true',
    'if (ready) start()',
    "import './other.ts'; start()",
  ])('is caught acting by: %s', (text) => {
    expect(importTimeEffects(one('src/engine/a.ts', text))).toHaveLength(1)
  })

  it('may declare', () => {
    const text =
      "import { z } from 'zod'\nexport const a = z.string()\ntype B = string\nclass C {}\ndeclare const D: B\n"
    expect(importTimeEffects(one('src/engine/a.ts', text))).toEqual([])
  })
})

describe('a file that is found by the place of another', () => {
  it('is found by that of an entry, which the bundler leaves where it is', () => {
    expect(ownPlaces(sources)).toEqual([])
  })

  it.each([
    "const PLACE = new URL('../worker.js', import.meta.url)",
    'const PLACE = import.meta.dirname',
    "const PLACE = import.meta.resolve('./worker.js')",
    'const PLACE = __dirname',
  ])('is caught in any other: %s', (text) => {
    expect(ownPlaces(one('src/cli/a.ts', text))).toHaveLength(1)
    expect(ownPlaces(one('src/cli/main.ts', text))).toEqual([])
  })
})

describe('an element of the page', () => {
  it('is never looked for by its words', () => {
    expect(foundByWords(sources)).toEqual([])
    expect(foundByWords(one('src/renderer/a.ts', `document.querySelector('table[aria-label="Inbox"]')`))).toHaveLength(
      1,
    )
    expect(foundByWords(one('src/renderer/a.ts', `element.closest('[data-column]')`))).toEqual([])
  })
})

describe('shipped code', () => {
  it('does not know whether it is being tested', () => {
    expect(testSwitches(sources)).toEqual([])
    expect(testSwitches(one('src/a.ts', "if (process.env.NODE_ENV === 'test') skip()"))).toHaveLength(1)
  })
})

describe('the page', () => {
  it('writes every number and date as the region does', () => {
    expect(formatsWithoutRegion(sources)).toEqual([])
    expect(formatsWithoutRegion(one('src/renderer/a.ts', "const text = count.toLocaleString('en')"))).toHaveLength(1)
  })
})

describe('the secrets port', () => {
  it('is used by accounts and nobody else', () => {
    expect(strayedSecrets(sources)).toEqual([])
  })

  it.each([
    ['src/engine/saving/a.ts', 'const password = await ports.secrets.read(service, name)'],
    ['src/cli/a.ts', 'await secrets?.write(service, name, password)'],
    ['src/engine/search/a.ts', "import type { SecretsPort } from '../ports/host-ports.ts'"],
  ])('is caught in %s: %s', (file, text) => {
    expect(strayedSecrets(one(file, text))).toHaveLength(1)
  })

  it('may be used by accounts and given by a host', () => {
    const files = new Map([
      ['src/engine/accounts/a.ts', 'await secrets.remove(service, name)'],
      ['src/cli/a.ts', "import type { SecretsPort } from '../engine/ports/host-ports.ts'"],
    ])
    expect(strayedSecrets(files)).toEqual([])
  })
})
