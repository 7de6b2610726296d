import { describe, expect, it } from 'vitest'
import { staleSentences, untestedUses } from '../support/node-in-electron.ts'
import { projectFiles } from '../support/project-files.ts'

const sources = projectFiles('src/**/*.{ts,tsx}')
const ENTRY = 'src/main/electron/main.ts'

describe('what Electron’s main process uses of Node', () => {
  it('is tested by Electron, or has a sentence that says why it is sound', () => {
    expect(untestedUses(sources)).toEqual([])
  })

  it('has no sentence for what is not used any more', () => {
    expect(staleSentences(sources)).toEqual([])
  })

  it.each([
    ['process.report', 'const report = process.report.getReport()'],
    ['process.abort', 'process.abort()'],
    ['Worker resourceLimits', 'new Worker(program, { resourceLimits: {} })'],
    ['Worker stdout', 'new Worker(program, { stdout: true })'],
    ['node:crypto.createCipheriv', "import { createCipheriv } from 'node:crypto'"],
    ['node:crypto.hkdfSync', "import crypto from 'node:crypto'\ncrypto.hkdfSync()"],
    ['crypto.subtle', 'crypto.subtle.digest()'],
    ['node:tls.connect', "import tls from 'node:tls'\ntls.connect()"],
    ['node:https', "process.getBuiltinModule('node:https')"],
    ['node:http2.connect', "import * as http2 from 'node:http2'\nhttp2.connect('')"],
    ['node:inspector.Session', "import { Session } from 'node:inspector'"],
    ['node:zlib.gzipSync', "import { gzipSync } from 'node:zlib'"],
    ['node:fs/promises.utimes', "import { utimes } from 'node:fs/promises'"],
    ['node:child_process.fork', "import { fork } from 'node:child_process'"],
    ['new Buffer', 'new Buffer(3)'],
  ])('is refused without one: %s', (use, text) => {
    const found = untestedUses(new Map([[ENTRY, `${text}\n`]]), ['process.getBuiltinModule'])
    expect(found).toEqual([expect.stringContaining(`${ENTRY} uses ${use} (`)])
  })

  it('is looked for in what it imports, and not in types or in what only the command line loads', () => {
    const files = new Map([
      [ENTRY, "import { a } from './a.ts'\nimport type { B } from './b.ts'\nimport type { X } from 'node:tls'\n"],
      ['src/main/electron/a.ts', "import { fork, type ChildProcess } from 'node:child_process'\n"],
      ['src/main/electron/b.ts', "import { fork } from 'node:child_process'\n"],
      ['src/cli/main.ts', 'process.report.excludeEnv = true\n'],
    ])
    expect(untestedUses(files)).toEqual([
      expect.stringContaining('src/main/electron/a.ts uses node:child_process.fork'),
    ])
  })
})
