import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../support/command-line.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'

const run = promisify(execFile)

/** The folder of the command line as the package has it (electron-builder.yml), in a folder with a blank and an ampersand. */
let folder: string
let launcher: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'Program Files & more-'))
  const cli = join(folder, 'cli')
  await cp(dirname(COMMAND_LINE), cli, { recursive: true })
  await copyFile(process.execPath, join(cli, 'node.exe'))
  await mkdir(join(cli, 'bin'))
  launcher = join(cli, 'bin', 'parcel-desk.cmd')
  await copyFile(join(PROJECT_ROOT, 'packaging', 'launcher', 'parcel-desk.cmd'), launcher)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What cmd.exe makes of a line, as the Task Scheduler and people do. */
async function inCmd(
  line: string,
  given: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<{ stdout: string; code: number }> {
  const options = { ...given, windowsVerbatimArguments: true }
  const ran = run('cmd.exe', ['/d', '/s', '/c', `"${line}"`], options)
  return await ran.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: unknown) => ({ stdout: '', code: error instanceof Error && 'code' in error ? Number(error.code) : -1 }),
  )
}

describe('parcel-desk.cmd', () => {
  it('starts the command line with its own Node, whatever the environment says', async () => {
    const env = { ...process.env, PATH: String.raw`C:\windows\system32`, NODE_OPTIONS: '--no-such-option' }
    const { stdout, code } = await inCmd(`"${launcher}" --version`, { env })
    expect({ stdout: stdout.trim(), code }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+/), code: 0 })
  })

  it.each(['parcel-desk', '"parcel-desk"', '"parcel-desk.cmd"'])(
    'starts it also when %s is found by the PATH, and nothing of the folder where it is called',
    async (name) => {
      const inbox = join(folder, 'inbox')
      const called = join(inbox, 'called')
      await mkdir(called, { recursive: true })
      await writeFile(join(inbox, 'main.js'), "console.log('planted')")
      await copyFile(process.execPath, join(inbox, 'node.exe'))
      const env = { ...process.env, PATH: `${dirname(launcher)};C:\\windows\\system32` }
      const { stdout, code } = await inCmd(`${name} --version`, { env, cwd: called })
      expect({ stdout: stdout.trim(), code }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+/), code: 0 })
    },
  )

  it('passes words and exit codes on as they are', async () => {
    expect(await inCmd(`"${launcher}" jobs --data-dir "${join(folder, 'data & 50%')}" --json`)).toMatchObject({
      stdout: '[]\n',
      code: 0,
    })
    expect(await inCmd(`"${launcher}" no-such-command`)).toMatchObject({ code: 2 })
  })
})
