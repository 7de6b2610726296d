import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogFile } from '../../../src/adapters/log-file.ts'
import { IS_POSIX } from '../../support/system-abilities.ts'

describe('createLogFile', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'log-file-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('writes nothing and makes no folder before the first line', () => {
    createLogFile({ file: path.join(folder, 'logs', 'a.log') })
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes line by line, readable by its owner only', () => {
    const file = path.join(folder, 'logs', 'a.log')
    const log = createLogFile({ file })
    log.write('info', 'one')
    log.write('error', 'two')
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
    // Modes mean nothing on Windows (docs/decisions/windows-files.md).
    if (IS_POSIX) expect((statSync(file).mode & 0o077).toString(8)).toBe('0')
  })

  it('leaves out less severe lines than requested', () => {
    const file = path.join(folder, 'a.log')
    createLogFile({ file }).write('debug', 'fine')
    expect(readdirSync(folder)).toEqual([])
    createLogFile({ file, lowestLevel: 'debug' }).write('debug', 'fine')
    expect(readFileSync(file, 'utf8')).toBe('fine\n')
  })

  it('rotates a full file, keeps the configured number, and never exceeds its size', () => {
    const file = path.join(folder, 'a.log')
    const log = createLogFile({ file, maxBytes: 20, keptFiles: 2 })
    for (let line = 0; line < 10; line += 1) log.write('info', `line ${line}…`)
    expect(readdirSync(folder).toSorted()).toEqual(['a.1.log', 'a.2.log', 'a.log'])
    expect(readFileSync(file, 'utf8')).toContain('line 9')
    for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).size).toBeLessThanOrEqual(20)
  })

  it('continues the file of an earlier run', () => {
    const file = path.join(folder, 'a.log')
    writeFileSync(file, 'x'.repeat(19))
    createLogFile({ file, maxBytes: 20 }).write('info', 'new')
    expect(readFileSync(file, 'utf8')).toBe('new\n')
  })

  it('loses no line if the full file cannot be rotated, as on Windows while another run appends (W-B15)', () => {
    const file = path.join(folder, 'a.log')
    mkdirSync(path.join(folder, 'a.1.log', 'in-the-way'), { recursive: true })
    const log = createLogFile({ file, maxBytes: 10, keptFiles: 1 })
    for (const line of ['line 1', 'line 2', 'line 3']) log.write('info', line)
    expect(readFileSync(file, 'utf8')).toBe('line 1\nline 2\nline 3\n')
  })

  it('never fails, because a log must not stop the work', () => {
    writeFileSync(path.join(folder, 'file'), '')
    const log = createLogFile({ file: path.join(folder, 'file', 'a.log') })
    expect(() => {
      log.write('error', 'lost')
    }).not.toThrow()
  })
})
