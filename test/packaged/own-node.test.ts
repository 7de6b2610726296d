import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkOwnNode, RECORDED_SYSTEMS } from '../../packaging/own-node.ts'
import { provideNode } from './provide-node.ts'
import { filesBelow, tempFolder } from '../support/temp-folder.ts'

const HERE = `${process.platform}-${process.arch}`

describe('the Node of the packed command line', () => {
  it.runIf(RECORDED_SYSTEMS.has(HERE))('is the recorded one where npm has it for the system', async () => {
    expect(await checkOwnNode(process.execPath, HERE)).toBe(undefined)
  })

  it('is no other', async () => {
    const other = join(await tempFolder(), 'node')
    await writeFile(other, 'another program')
    for (const system of ['linux-x64', 'linux-arm64', 'win32-x64']) {
      await expect(checkOwnNode(other, system)).rejects.toThrow('is not the Node that packaging/own-node.ts records')
    }
  })

  it('is named with its digest for a system of which none is recorded', async () => {
    const said = await checkOwnNode(process.execPath, 'darwin-arm64')
    expect(said).toMatch(
      /^The Node for darwin-arm64 is not recorded in packaging\/own-node\.ts; its digest is [\da-f]{64}\.$/,
    )
  })
  it('is the one that packs where npm has none for the system, if it is that version and no other', async () => {
    const root = await tempFolder()
    expect(provideNode('25.0.0', root)).toMatch(
      /^npm has no Node\.js 24\.\d+\.\d+ for this system, and this is 25\.0\.0: install that version\.$/,
    )
    expect(await filesBelow(root)).toEqual([])
    expect(provideNode(process.versions.node, root)).toBeUndefined()
    const file = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
    expect(execFileSync(file, ['-p', 'process.version'], { encoding: 'utf8' }).trim()).toBe(process.version)
  })
})
