import { describe, expect, it } from 'vitest'
import { inAscii, jsonChunks } from '../../../../src/cli/terminal/output.ts'
import { createScreen } from '../../../../src/cli/terminal/screen.ts'
import { createFakeDesk } from '../fake-desk.ts'
import { createFakeTerminal } from '../../../support/fake-terminal.ts'

const DOCUMENT = { customer: 'Ålesund 日本 🚢', sets: [{ name: 'ø' }] }

describe('JSON in ASCII', () => {
  it('parses to the same document', () => {
    const text = [...inAscii(jsonChunks(DOCUMENT))].join('')
    expect(text).toMatch(/^[\x20-\x7E\n]+$/)
    expect(JSON.parse(text)).toEqual(DOCUMENT)
  })

  it.each([
    ['win32', true],
    ['linux', false],
  ] as const)('is what a pipe on %s gets: %s', async (platform, isAscii) => {
    const terminal = createFakeTerminal({ desk: createFakeDesk({}).desk })
    const options = { isJson: true, isQuiet: true, isVerbose: false, redact: (text: string) => text }
    await createScreen(terminal.terminal, options, platform).result(DOCUMENT, () => [])
    const { stdout } = await terminal.outcome(0)
    expect(JSON.parse(stdout)).toEqual(DOCUMENT)
    expect(!stdout.includes('Å')).toBe(isAscii)
  })
})
