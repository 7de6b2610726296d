import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { installedPrograms } from '../runner/own-program.ts'
import { PROJECT_ROOT, projectFile, projectFiles } from '../support/project-files.ts'
import { tempFolder } from '../support/temp-folder.ts'
import {
  brokenSteps,
  type Commands,
  environmentOf,
  otherNodes,
  scriptWith,
  syntaxProblems,
} from '../support/workflow-rules.ts'

const workflows = [...projectFiles('.github/workflows/*.yml')]
const { scripts, optionalDependencies } = z
  .object({ scripts: z.record(z.string(), z.string()), optionalDependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(projectFile('package.json')))
const releaseJobs = z.object({
  jobs: z.object({
    systems: z.object({
      outputs: z.object({ systems: z.string() }),
      steps: z.array(z.looseObject({ id: z.string().optional(), run: z.string().optional() })),
    }),
    package: z.looseObject({}),
  }),
})
const commands: Commands = {
  scripts: new Set(Object.keys(scripts)),
  programs: new Set(installedPrograms().keys()),
  isFile: (file) => existsSync(path.join(PROJECT_ROOT, file)),
}

describe('the workflows', () => {
  it('are there for tests, packages and releases', () => {
    expect(workflows.map(([file]) => path.basename(file))).toEqual(['package.yml', 'release.yml', 'test.yml'])
  })

  it.each(workflows)('%s is what GitHub reads', (file, content) => {
    expect(syntaxProblems(file, content)).toEqual([])
  })

  it.each(workflows)('%s starts only what there is, and actions that cannot change', (_file, content) => {
    expect(brokenSteps(content, commands)).toEqual([])
  })

  it.each(workflows)('%s sets up the Node that package.json names', (_file, content) => {
    expect(otherNodes(content, optionalDependencies.node)).toEqual([])
    expect(otherNodes(content.replaceAll(optionalDependencies.node, '24.0.0'), optionalDependencies.node)).toContain(
      '24.0.0',
    )
  })

  it('give each system the certificate of its own alone: Windows believes none of Apple’s, nor macOS another’s', () => {
    const { PARCEL_DESK_RELEASE: _release, ...secrets } = environmentOf(
      projectFile('.github/workflows/release.yml'),
      'npm run package',
    )
    const only = (system: string, names: string[]): [string, string][] =>
      names.map((name) => [name, `\${{ runner.os == '${system}' && secrets.${name} || '' }}`])
    expect(secrets).toEqual(
      Object.fromEntries([
        ...only('Windows', ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']),
        ...only('macOS', ['CSC_LINK', 'CSC_KEY_PASSWORD']),
        ...only('macOS', ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID']),
        ...only('Linux', ['SUMS_SIGNER']),
      ]),
    )
  })

  it('release for those systems alone whose Node is recorded: one that is refused would hold up the draft of the others', () => {
    const said = execFileSync(process.execPath, ['packaging/release-systems.ts'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
    })
    expect(said).toBe('systems=["windows-latest","ubuntu-latest"]\n')
    const { systems, package: packing } = releaseJobs.parse(parse(projectFile('.github/workflows/release.yml'))).jobs
    expect(systems.outputs.systems).toBe('${{ steps.recorded.outputs.systems }}')
    expect(systems.steps.find(({ id }) => id === 'recorded')?.run).toBe(
      'node packaging/release-systems.ts >> "$GITHUB_OUTPUT"',
    )
    expect(packing).toMatchObject({
      needs: 'systems',
      strategy: { matrix: { system: '${{ fromJSON(needs.systems.outputs.systems) }}' } },
    })
  })

  it('are refused with an unknown key, a broken expression, a command that is not there, or an action that may move', () => {
    const head = 'on: push\npermissions: {}\nconcurrency: { group: a }\njobs:\n  a:\n    runs-on: ubuntu-latest\n'
    const misspelt = `${head}    tiemout: 5\n    steps:\n      - run: echo \${{ github.foo( }}\n`
    expect(syntaxProblems('a.yml', misspelt)).toEqual([
      expect.stringContaining("Unexpected value 'tiemout'"),
      expect.stringContaining('Unexpected symbol'),
    ])
    const lines = ['npm run no-such', 'npx no-program', 'sh test/no-file.sh', 'npm ci && npm test && npm run lint']
    const runs = lines.map((line) => `      - run: ${line}\n`).join('')
    const broken = `${head}    steps:\n      - uses: actions/checkout@v4\n${runs}`
    expect(brokenSteps(broken, commands)).toEqual(['actions/checkout@v4', 'no-such', 'no-program', 'test/no-file.sh'])
  })
})

describe.skipIf(process.platform === 'win32')('the draft of a release', () => {
  const script = scriptWith(projectFile('.github/workflows/release.yml'), 'gh release create')
  const collect = `set -e\n${script.slice(0, script.indexOf('gh release create'))}`

  it('says for which systems it is, and has the sums of each under a name that says whose they are', async () => {
    const folder = await tempFolder()
    for (const system of ['Linux', 'Windows', 'macOS']) {
      await mkdir(path.join(folder, 'installers', `installers-${system}`), { recursive: true })
      for (const name of ['SHA256SUMS', 'SHA256SUMS.asc', `a ${system}`]) {
        await writeFile(path.join(folder, 'installers', `installers-${system}`, name), system)
      }
    }
    execFileSync('bash', ['-c', collect], { cwd: folder })
    expect(await readFile(path.join(folder, 'notes.md'), 'utf8')).toBe('Installers for:\n- Linux\n- Windows\n- macOS\n')
    expect((await readdir(path.join(folder, 'release'))).toSorted()).toEqual(
      ['Linux', 'Windows', 'macOS']
        .flatMap((system) => [`${system}-SHA256SUMS`, `${system}-SHA256SUMS.asc`, `a ${system}`])
        .toSorted(),
    )
    await writeFile(path.join(folder, 'installers', 'installers-macOS', 'a Linux'), 'another')
    await rm(path.join(folder, 'release'), { recursive: true })
    expect(() => execFileSync('bash', ['-c', collect], { cwd: folder })).toThrow('Command failed')
  })
})
