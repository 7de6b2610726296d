import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { AS_OLDER_NODE, findOlderNode } from '../support/older-node.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { tempFolder } from '../support/temp-folder.ts'

const PROGRAM = path.join(PROJECT_ROOT, 'out/cli/main.js')
const older = findOlderNode()

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Lists the jobs, for which it needs what only a newer Node has. */
function listJobs(node: readonly string[], program: string, dataDir: string): Ended {
  const [file = '', ...switches] = node
  const words = [...switches, program, 'jobs', '--json', '--data-dir', dataDir]
  const { status, stdout, stderr } = spawnSync(file, words, { encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

/** The command line in a checkout of its own, in which npm has installed no Node. */
async function installedElsewhere(): Promise<{ folder: string; program: string }> {
  const folder = await tempFolder()
  cpSync(path.dirname(PROGRAM), path.join(folder, 'out/cli'), { recursive: true })
  return { folder, program: path.join(folder, 'out/cli/main.js') }
}

describe('the built command line under an older Node', () => {
  it('goes on under the Node that npm installed, wherever the bundler has put its parts', async () => {
    const ended = listJobs([process.execPath, AS_OLDER_NODE], PROGRAM, await tempFolder())
    expect(ended).toEqual({ code: 0, stdout: expect.stringContaining('['), stderr: '' })
  })

  it.skipIf(older === undefined)('does so under a real one, which has to understand what it loads first', async () => {
    const ended = listJobs([older ?? ''], PROGRAM, await tempFolder())
    expect(ended).toEqual({ code: 0, stdout: expect.stringContaining('['), stderr: '' })
  })

  it('says what it needs where npm has installed none', async () => {
    const { folder, program } = await installedElsewhere()
    expect(listJobs([process.execPath, AS_OLDER_NODE], program, folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Parcel Desk needs Node.js 24 or newer; this is 20.20.2. Install it, or run “npm ci” in the checkout.\n',
    })
  })

  it('says why where that one cannot be started', async () => {
    const { folder, program } = await installedElsewhere()
    const bin = path.join(folder, 'node_modules/node/bin')
    mkdirSync(bin, { recursive: true })
    for (const name of ['node', 'node.exe']) {
      writeFileSync(path.join(bin, name), 'of another system')
      chmodSync(path.join(bin, name), 0o644)
    }
    const { code, stderr } = listJobs([process.execPath, AS_OLDER_NODE], program, folder)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/this is 20\.20\.2\. .*node.* could not be started: /)])
  })
})
