import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { honestHashes } from '../support/distinct-documents.ts'
import { openArchiveDisk } from './archive-disk.ts'
import { checkCompany, inboxOf, type Verdict } from './check-company.ts'
import { actorNames, type Company, type CompanySize, intoArchive, openCompany, SECRETS } from './company.ts'
import { describeStep, type Lane, planFaults, type Step } from './plan-faults.ts'
import { type Root, runProgram } from './programs.ts'
import { strike } from './strike.ts'

export interface CampaignOptions extends CompanySize {
  seed: number
  seconds: number
  /** The command line that is put to the test. */
  program: string
  /** What happens, a line each. */
  log: (line: string) => void
  /** Keeps the folder where something is broken, to be looked at. */
  keepsBroken?: boolean
}

export interface CampaignResult extends Verdict {
  published: number
  /** How often each fault struck. */
  struck: Record<string, number>
  /** From the last fault to the last message in the last inbox. */
  settledMs: number
}

/** How long everything may take to get well again. Nothing is proved by the time: it is there so that a hang ends. */
const MAX_SETTLE_MS = 900_000
/** A saver whose `resume` has failed so often is stuck: nothing is in its way any more. */
const MOST_FAILURES = 3

/**
 * Has a whole firm work while faults strike it, by the plan of the seed; then lets it get well, and has an independent reader
 * look for what is broken.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { seed, seconds, log, program } = options
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-campaign-'))
  const steps = planFaults({ seed, seconds, actors: actorNames(options) })
  for (const step of steps) log(describeStep(step))
  let result: CampaignResult | undefined
  const disk = openArchiveDisk(folder)
  const closing = new AsyncDisposableStack()
  try {
    const company = await openCompany(options, { folder, program, seed, disk, closing })
    const struck = await strikeAll(company, steps, log)
    log('The faults are over.')
    const settledMs = await settle(company, options)
    await stopAll(company)
    const stuck = await finishJobs(company, options)
    const verdict = checkCompany(await whatToCheck(company, options, steps))
    const published = [...company.published.values()].reduce((sum, bodies) => sum + bodies.length, 0)
    result = { ...verdict, broken: [...stuck, ...verdict.broken], struck, settledMs, published }
    return result
  } finally {
    await closing.disposeAsync()
    if (options.keepsBroken === true && (result === undefined || result.broken.length > 0)) {
      log(`Kept: ${folder}`)
    } else {
      disk.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Each lane has its faults one after the other, and all lanes go at once. */
async function strikeAll(
  company: Company,
  steps: readonly Step[],
  log: (line: string) => void,
): Promise<Record<string, number>> {
  const struck: Record<string, number> = {}
  const startedMs = performance.now()
  const lanes = Map.groupBy(steps, ({ lane }): Lane => lane)
  const runLane = async (own: readonly Step[]): Promise<void> => {
    for (const step of own) {
      await delay(Math.max(0, step.atMs - (performance.now() - startedMs)))
      const hasStruck = await strike(company, step.fault)
      const { kind } = step.fault
      if (hasStruck) struck[kind] = (struck[kind] ?? 0) + 1
      else log(`Left out here: ${describeStep(step)}`)
    }
  }
  await Promise.all([...lanes.values()].map(runLane))
  return struck
}

/** Waits until every inbox has everything. */
async function settle(company: Company, { log }: CampaignOptions): Promise<number> {
  await company.stopPublishing()
  const startedMs = performance.now()
  for (;;) {
    const behind = [...expectedInboxes(company)].filter(([name, bodies]) => {
      const have = new Set(inboxOf(company.root.folder, name))
      return !bodies.every((body) => have.has(body))
    })
    const passedMs = performance.now() - startedMs
    if (behind.length === 0) return passedMs
    if (passedMs > MAX_SETTLE_MS) {
      log(`Still behind: ${behind.map(([name]) => name).join(', ')}`)
      return passedMs
    }
    await delay(500)
  }
}

function expectedInboxes({ actors, published, customerOf }: Company): Map<string, readonly string[]> {
  const desks = actors.map(({ name }) => name).filter((name) => name.startsWith('desk'))
  return new Map(desks.map((name) => [name, published.get(customerOf(name)) ?? []]))
}

async function stopAll({ actors }: Company): Promise<void> {
  await Promise.all(actors.map((actor) => actor.stop()))
}

/** Every saver finishes what it has begun, as its clerk would. Returns a sentence for each that cannot. */
async function finishJobs({ root, actors, customers, archive }: Company, { log }: CampaignOptions): Promise<string[]> {
  const savers = actors.map(({ name }) => name).filter((name) => !name.startsWith('collector'))
  const stuck = await Promise.all(savers.map((name) => resumeAll(root, name)))
  const everything = ['save', ...customers.flatMap((id) => ['--customer', id]), ...intoArchive(archive)]
  const code = await runProgram(root, 'saver-1', [...everything, '--quiet', '--json'])
  log('All saves are finished.')
  return [...stuck.flat(), ...(code === 0 ? [] : [`saving everything once more ends with ${code}`])]
}

/** What `resume` ends with where every save is finished. */
const NOTHING_TO_RESUME = 6

async function resumeAll(root: Root, name: string): Promise<string[]> {
  let code: number | null = 0
  for (let failures = 0; failures < MOST_FAILURES && code !== NOTHING_TO_RESUME;) {
    code = await runProgram(root, name, ['resume', '--quiet', '--json'])
    if (code !== 0) failures += 1
  }
  return code === NOTHING_TO_RESUME ? [] : [`${name} cannot finish its saves: resume ends with ${code}`]
}

async function whatToCheck(
  company: Company,
  options: CampaignOptions,
  steps: readonly Step[],
): Promise<Parameters<typeof checkCompany>[0]> {
  const { service, root, archive } = company
  const versions = 1 + steps.filter(({ fault }) => fault.kind === 'new version').length
  const honest = new Map<string, Set<string>>()
  for (let version = 1; version <= versions; version += 1) {
    for (const [documentId, sha256] of await honestHashes(service.data, version)) {
      honest.set(documentId, (honest.get(documentId) ?? new Set()).add(sha256))
    }
  }
  const secrets = Object.values(SECRETS)
  const programs = actorNames(options)
  return {
    root: root.folder,
    archive,
    programs,
    expected: expectedInboxes(company),
    collectors: programs.filter((name) => name.startsWith('collector')),
    honest,
    secrets,
  }
}
