import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Command, type TimedRun, timedRun } from '../measuring/timed-run.ts'
import { type BenchSite, warmBenchSite } from './bench-site.ts'
import { checkHashes, checkSizes } from './check-saved.ts'
import { startMannered } from './mannered-service.ts'
import { startNginx } from './nginx-server.ts'
import type { PrivateAuthority } from './private-authority.ts'
import type { Programs } from './programs.ts'
import type { RunPlace, SaveTool } from './save-tool.ts'
import type { Scenario } from './scenario.ts'

export interface ScenarioBench {
  scenario: Scenario
  rounds: number
  site: BenchSite
  tools: readonly SaveTool[]
  programs: Programs
  authority: PrivateAuthority
  workFolder: string
}

export interface SaveRun extends TimedRun {
  /** What the service counted, where it counts. */
  calls: number
  refused: number
  /** Documents that were not saved: only a service with manners may come to that. */
  failed: number
}

export interface ToolRuns {
  tool: SaveTool
  runs: SaveRun[]
}

interface Run {
  bench: ScenarioBench
  tool: SaveTool
  round: number
  baseUrl: string
}

/** Lets the disk come to rest after `sync`. */
const REST_MS = 300

/** Every tool once a round, the order turned by one each round, so that none always runs in the wake of the same other. */
export async function runScenario(bench: ScenarioBench): Promise<ToolRuns[]> {
  const results = bench.tools.map((tool): ToolRuns => ({ tool, runs: [] }))
  for (let round = 0; round < bench.rounds; round += 1) {
    const turn = round % results.length
    for (const result of [...results.slice(turn), ...results.slice(0, turn)]) {
      const run = await measuredRun(bench, result.tool, round)
      result.runs.push(run)
      console.log(`${bench.scenario.title}, round ${round + 1}: ${result.tool.title} ${run.wallSeconds.toFixed(2)} s`)
    }
  }
  return results
}

async function measuredRun(bench: ScenarioBench, tool: SaveTool, round: number): Promise<SaveRun> {
  const service = await startService(bench, tool)
  try {
    const place = await makePlace({ bench, tool, round, baseUrl: service.baseUrl })
    const run = await quietRun(bench, tool.warmUp, tool.command(place))
    const failed = await checkSizes(bench.site, tool, place.savedFolder)
    const mayFail = tool.manners !== undefined && failed > 0
    if (!mayFail && (run.exitCode !== 0 || failed > 0)) {
      throw new Error(`${tool.title} ended with ${run.exitCode}: ${run.stderr}`)
    }
    if (round === 0 && failed === 0) await checkHashes(bench.site, tool, place.savedFolder)
    const counts = (await service.counts?.()) ?? { calls: 0, refused: 0 }
    return { ...run, ...counts, failed }
  } finally {
    await service.stop()
  }
}

async function quietRun({ site, workFolder }: ScenarioBench, warmUp: Command, command: Command): Promise<TimedRun> {
  await quietDisk()
  await warmBenchSite(site)
  const timeFile = path.join(workFolder, 'time')
  await timedRun(warmUp, { timeFile })
  return timedRun(command, { timeFile })
}

function startService({ scenario, site, programs, authority, workFolder }: ScenarioBench, { manners }: SaveTool) {
  if (manners !== undefined) return startMannered(site.root, manners)
  return startNginx({ folder: path.join(workFolder, 'nginx'), siteRoot: site.root, scenario, programs, authority })
}

/**
 * A fresh folder for each run, removed only after the last: ext4 passes over recently deleted inodes, which makes
 * creating files after a removal four times slower.
 */
async function makePlace({ bench, tool, round, baseUrl }: Run): Promise<RunPlace> {
  const folder = path.join(bench.workFolder, `${bench.scenario.id}-${round + 1}-${tool.id}`)
  const savedFolder = path.join(folder, 'saved')
  const homeFolder = path.join(folder, 'home')
  const listFile = path.join(folder, 'list')
  await mkdir(savedFolder, { recursive: true })
  await mkdir(homeFolder)
  if (tool.list !== undefined) await writeFile(listFile, tool.list(bench.site.documents, baseUrl))
  return { baseUrl, authorityFile: bench.authority.authorityFile, savedFolder, homeFolder, listFile }
}

/** What the run before wrote is on the disk and, where this user may, out of memory. */
async function quietDisk(): Promise<void> {
  spawnSync('sync')
  if (process.getuid?.() === 0) await writeFile('/proc/sys/vm/drop_caches', '1').catch(() => undefined)
  await delay(REST_MS)
}
