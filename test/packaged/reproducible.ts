import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runStep } from '../runner/run-step.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { buildAll } from './build-all.ts'
import { packStandIn } from './pack-stand-in.ts'

/** Given to itself in each copy: build there, and pack into this folder. */
const IN_COPY = '--in-copy'
const DATE = '1700000000'

/**
 * `npm run reproducible`: builds and packs the same sources in two folders of different name and depth, and compares every byte
 * of `out/` and of what is packed, around a stand-in of Electron's distribution.
 */
async function compareBuilds(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parcel-desk-twice-'))
  try {
    const copies = [path.join(folder, 'a'), path.join(folder, 'another place', 'deeper', 'b')]
    const sums: Map<string, string>[] = []
    for (const copy of copies) sums.push(await buildCopy(copy, `${copy} packed`))
    const [first = new Map<string, string>(), second = new Map<string, string>()] = sums
    const files = new Set([...first.keys(), ...second.keys()])
    const different = [...files].filter((file) => first.get(file) !== second.get(file))
    process.stdout.write(`${files.size} files compared, ${different.length} differ.\n`)
    for (const file of different) process.stdout.write(`${file}\n`)
    return different.length === 0 && files.size > 0 ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildCopy(copy: string, packedInto: string): Promise<Map<string, string>> {
  copySources(copy)
  mkdirSync(packedInto, { recursive: true })
  const script = path.join(copy, 'test', 'packaged', 'reproducible.ts')
  const outcome = await runStep({
    program: process.execPath,
    parameters: [script, IN_COPY, packedInto],
    env: { SOURCE_DATE_EPOCH: DATE },
  })
  if (!outcome.succeeded) throw new Error(outcome.output)
  return new Map([...sumsBelow(path.join(copy, 'out')), ...sumsBelow(path.join(packedInto, 'linux-unpacked'))])
}

/** What git knows, as it is now, and the installed packages as hard links. */
function copySources(copy: string): void {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', words, { cwd: PROJECT_ROOT, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((one) => one !== '' && existsSync(path.join(PROJECT_ROOT, one)))) {
    cpSync(path.join(PROJECT_ROOT, file), path.join(copy, file))
  }
  linkTree(path.join(PROJECT_ROOT, 'node_modules'), path.join(copy, 'node_modules'))
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // What tools remember of the folder that they ran in.
    if (entry.name === '.cache' || entry.name.startsWith('.vite')) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    // Another disk.
    cpSync(source, target)
  }
}

function sumsBelow(folder: string): [string, string][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
    return [path.join(path.basename(folder), path.relative(folder, file)), sum]
  })
}

const [mode, packedInto] = process.argv.slice(2)
if (mode === IN_COPY && packedInto !== undefined) {
  await buildAll()
  await packStandIn(packedInto)
} else {
  process.exitCode = await compareBuilds()
}
