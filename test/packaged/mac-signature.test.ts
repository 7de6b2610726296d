import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { setFuses } from '../../electron-fuses.config.ts'
import { IS_POSIX } from '../support/system-abilities.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Where Electron’s binary keeps its fuses: this text, the version 1, how many there are, and one byte each. */
const [SENTINEL, UNSET] = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', `\u0001\u0009${'0'.repeat(9)}`]

describe.runIf(IS_POSIX)('the program for macOS', () => {
  it('is signed after its fuses are set, for macOS ends one whose signature they have broken', async () => {
    const folder = await tempFolder()
    const app = path.join(folder, 'Parcel Desk.app')
    const framework = path.join(app, 'Contents/Frameworks/Electron Framework.framework/Electron Framework')
    mkdirSync(path.dirname(framework), { recursive: true })
    writeFileSync(framework, `stand-in${SENTINEL}${UNSET}`)
    // In place of Apple’s: notes with which words, and what it would have signed.
    const [words, signed] = [path.join(folder, 'words'), path.join(folder, 'signed')]
    const codesign = `#!/bin/sh\nprintf '%s\\n' "$@" >'${words}'\ncp '${framework}' '${signed}'\n`
    writeFileSync(path.join(folder, 'codesign'), codesign, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())

    await setFuses(app)
    expect(readFileSync(words, 'utf8').trim().split('\n')).toEqual(
      expect.arrayContaining(['--sign', '-', '--force', '--deep', app]),
    )
    expect(readFileSync(signed, 'latin1')).not.toContain(UNSET)
    expect(readFileSync(signed)).toEqual(readFileSync(framework))
  })

  it('is not packed where it could not be signed', async () => {
    const folder = await tempFolder()
    const framework = path.join(folder, 'a.app/Contents/Frameworks/Electron Framework.framework/Electron Framework')
    mkdirSync(path.dirname(framework), { recursive: true })
    writeFileSync(framework, `stand-in${SENTINEL}${UNSET}`)
    writeFileSync(path.join(folder, 'codesign'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(setFuses(path.join(folder, 'a.app'))).rejects.toThrow('Ad-hoc codesign failed')
  })
})
