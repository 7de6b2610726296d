import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  enginesInLock,
  looseVersions,
  nodeDisagreements,
  parseManifest,
  pinnedRegistries,
  quietLock,
} from '../support/manifest-rules.ts'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'

const manifest = parseManifest(projectFile('package.json'))
const withNode = (node: string, engine: string) => ({
  version: '1.0.0',
  engines: { node: engine },
  dependencies: {},
  devDependencies: {},
  optionalDependencies: { node },
})

describe('package.json', () => {
  it('pins every dependency exactly, so that today installs what yesterday did', () => {
    expect(looseVersions(manifest)).toEqual([])
  })

  it.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', 'npm:@github/keytar@^7.10.6', 'git+ssh://host/a.git'])(
    'is refused with the version %s',
    (version) => {
      const loose = { ...manifest, dependencies: { zod: version } }
      expect(looseVersions(loose)).toEqual([`zod is ${version}`])
    },
  )

  it('installs the Node 24 that runs this test', () => {
    const isInstalled = existsSync(path.join(PROJECT_ROOT, 'node_modules', 'node'))
    expect(nodeDisagreements(manifest, process.version, isInstalled)).toEqual([])
  })

  it('is refused if the Nodes differ', () => {
    expect(nodeDisagreements(withNode('26.1.0', '>=20'), 'v26.1.0')).toEqual(['npm installs Node 26.1.0'])
    expect(nodeDisagreements(withNode('24.1.0', '>=20'), 'v20.1.0')).toEqual(['v20.1.0 runs, but npm installs 24.1.0'])
    expect(nodeDisagreements(withNode('24.1.0', '24.x'), 'v24.1.0')).toEqual(['engines asks for 24.x'])
  })
})

describe('package-lock.json', () => {
  it('names no registry, so that it installs behind any mirror', () => {
    expect(pinnedRegistries(projectFile('package-lock.json'))).toEqual([])
  })

  it('is refused if it does', () => {
    const lock = { packages: { 'node_modules/zod': { resolved: 'https://registry.example/zod.tgz' } } }
    expect(pinnedRegistries(JSON.stringify(lock))).toEqual(['node_modules/zod'])
  })

  it('has `engines` only for the project, so that npm does not warn of packages that never run under its own Node', () => {
    expect(enginesInLock(projectFile('package-lock.json')), 'run “npm run quiet-lock”').toEqual([])
  })

  it('is made quiet with nothing else changed', () => {
    const engines = { node: '>=24' }
    const lock = { packages: { '': { engines }, 'node_modules/zod': { version: '4.6.7', engines } } }
    expect(enginesInLock(JSON.stringify(lock))).toEqual(['node_modules/zod'])
    expect(JSON.parse(quietLock(JSON.stringify(lock)))).toEqual({
      packages: { '': { engines }, 'node_modules/zod': { version: '4.6.7' } },
    })
  })
})
