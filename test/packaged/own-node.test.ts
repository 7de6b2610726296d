import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkOwnNode } from '../../packaging/own-node.ts'
import { tempFolder } from '../support/temp-folder.ts'

const HERE = `${process.platform}-${process.arch}`

describe('the Node of the packed command line', () => {
  it('is the recorded one where npm has installed it, and no other is packed in its place', async () => {
    expect(await checkOwnNode(process.execPath, HERE)).toBe(undefined)
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
})
