import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { oneOffConnection, ownCommand } from '../measuring/own-command.ts'
import { type TimedRun, timedRun } from '../measuring/timed-run.ts'
import { type GeneratedServiceOptions, startGeneratedService } from '../service/generated-service.ts'
import { BENCH_PASSWORD, benchCustomer } from '../service/search-answer.ts'

/** What a run took, with what it is measured by where that is another run. */
export interface Measured extends TimedRun {
  /** The same selection, searched alone. */
  searchSeconds?: number
}

export interface MemoryCase {
  id: 'small' | 'large' | 'plan' | 'known' | 'search'
  title: string
  limitMb: number
  /** How much longer than its search alone it may take. */
  limitOverSearchSeconds?: number
  /** Runs the command in a folder of its own. Fails when the command did less than it was asked to. */
  measure(workFolder: string): Promise<Measured>
}

const smallDocuments = { sets: 1000, documentsPerSet: 20, documentBytes: 5000 }
const largeDocuments = { sets: 1, documentsPerSet: 3, documentBytes: 1_000_000_000 }
const manyDocuments = { sets: 5000, documentsPerSet: 20, documentBytes: 5000 }
const knownDocuments = { sets: 10_000, documentsPerSet: 2, documentBytes: 1500 }
const manySets = { sets: 100_000, documentsPerSet: 1, documentBytes: 5000 }

export const memoryCases: readonly MemoryCase[] = [
  {
    id: 'small',
    title: '`save`: 20,000 documents of 5 KB, 16 at a time',
    limitMb: 200,
    measure: (workFolder) => measureSave(smallDocuments, 16, workFolder),
  },
  {
    id: 'large',
    title: '`save`: 3 documents of 1 GB, all at a time',
    limitMb: 200,
    measure: (workFolder) => measureSave(largeDocuments, 3, workFolder),
  },
  {
    id: 'plan',
    title: '`save --dry-run`: a plan of 100,000 documents',
    limitMb: 200,
    measure: (workFolder) => measurePlan(manyDocuments, workFolder),
  },
  {
    id: 'known',
    title: '`save --only-new`: 20,000 documents that are all known',
    limitMb: 200,
    limitOverSearchSeconds: 2,
    measure: (workFolder) => measureKnown(knownDocuments, workFolder),
  },
  { id: 'search', title: '`search --json`: 100,000 sets', limitMb: 400, measure: measureSearch },
]

async function measureSave(
  service: GeneratedServiceOptions,
  concurrency: number,
  workFolder: string,
): Promise<TimedRun> {
  const documents = service.sets * service.documentsPerSet
  const { bavail, bsize } = await statfs(workFolder)
  if (bavail * bsize < documents * service.documentBytes * 1.1)
    throw new Error(`${workFolder} has too little free space.`)
  const savedFolder = path.join(workFolder, 'saved')
  const args = [
    'save',
    '--customer',
    benchCustomer.customerName,
    '--to',
    savedFolder,
    '--name',
    '{documentId}',
    '--concurrency',
    String(concurrency),
  ]
  const run = await runOwn({ service, workFolder, args })
  await checkSaved(savedFolder, documents, service.documentBytes)
  return run
}

/** A plan holds every name at once, so that none is given twice. */
async function measurePlan(service: GeneratedServiceOptions, workFolder: string): Promise<TimedRun> {
  let tail = ''
  const keepTail = (chunk: Buffer): void => {
    tail = (tail + chunk.toString()).slice(-500)
  }
  const to = ['--to', path.join(workFolder, 'saved'), '--name', '{documentId}']
  const args = ['save', '--dry-run', '--customer', benchCustomer.customerName, ...to]
  const run = await runOwn({ service, workFolder, args, onStdout: keepTail })
  const documents = service.sets * service.documentsPerSet
  if (!tail.includes(`${documents} documents would be saved`)) throw new Error(`The plan ended with: ${tail}`)
  return run
}

/** Saves everything, then looks for what is new: nothing. Its search is measured in between, warm like the rest. */
async function measureKnown(service: GeneratedServiceOptions, workFolder: string): Promise<Measured> {
  const documents = service.sets * service.documentsPerSet
  const selection = ['--customer', benchCustomer.customerName]
  const save = ['save', ...selection, '--to', path.join(workFolder, 'saved'), '--concurrency', '16']
  await runOwn({ service, workFolder, args: save })
  const search = await runOwn({ service, workFolder, args: ['search', '--json', ...selection] })
  let said = ''
  const keep = (chunk: Buffer): void => {
    said += chunk.toString()
  }
  const run = await runOwn({ service, workFolder, args: [...save, '--only-new'], onStdout: keep })
  if (!said.includes(`${documents} skipped`)) throw new Error(`The save of what is known ended with: ${said}`)
  return { ...run, searchSeconds: search.wallSeconds }
}

/** The answer is taken as fast as it comes; only its head is kept, which says how much there is. */
async function measureSearch(workFolder: string): Promise<TimedRun> {
  let head = ''
  const keepHead = (chunk: Buffer): void => {
    if (head.length < 500) head += chunk.toString()
  }
  const args = ['search', '--json', '--customer', benchCustomer.customerName]
  const run = await runOwn({ service: manySets, workFolder, args, onStdout: keepHead })
  const loaded = /"loaded":\s*(\d+)/.exec(head)?.[1]
  if (Number(loaded) !== manySets.sets)
    throw new Error(`The search loaded ${loaded ?? 'nothing'} of ${manySets.sets} sets.`)
  return run
}

interface OwnRun {
  service: GeneratedServiceOptions
  workFolder: string
  args: readonly string[]
  onStdout?: (chunk: Buffer) => void
}

async function runOwn({ service, workFolder, args, onStdout }: OwnRun): Promise<TimedRun> {
  const own = ownCommand()
  const { baseUrl, stop } = await startGeneratedService(service)
  try {
    const connection = oneOffConnection(baseUrl, path.join(workFolder, 'data'))
    const command = {
      program: own.program,
      args: [...own.args, ...args, ...connection],
      env: { HOME: workFolder, PARCEL_DESK_PASSWORD: BENCH_PASSWORD },
    }
    const timeFile = path.join(workFolder, 'time')
    const run = await timedRun(command, onStdout === undefined ? { timeFile } : { timeFile, onStdout })
    if (run.exitCode !== 0) throw new Error(`The command ended with ${run.exitCode}: ${run.stderr}`)
    return run
  } finally {
    stop()
  }
}

async function checkSaved(folder: string, documents: number, documentBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  if (names.length !== documents) throw new Error(`${names.length} of ${documents} documents were saved.`)
  for (const name of names) {
    const { size } = await stat(path.join(folder, name))
    if (size !== documentBytes) throw new Error(`${name} has ${size} bytes instead of ${documentBytes}.`)
  }
}
