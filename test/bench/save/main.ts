import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { type BenchSite, writeBenchSite } from './bench-site.ts'
import { startNginx } from './nginx-server.ts'
import { makePrivateAuthority } from './private-authority.ts'
import { nodeTool } from './node-tool.ts'
import { ownTool } from './own-tool.ts'
import { peerTools } from './peer-tools.ts'
import { findPrograms } from './programs.ts'
import { readSaveBenchOptions, type SaveBenchOptions } from './save-options.ts'
import { saveReport, scenarioText, type ScenarioResult } from './save-report.ts'
import { runScenario } from './save-rounds.ts'

const options = readSaveBenchOptions(process.argv.slice(2))
await runBench({ name: 'save', isKept: options.isKept }, (workFolder) => saveBench(options, workFolder))

async function saveBench({ rounds, scenarios, isForTheRecord }: SaveBenchOptions, workFolder: string): Promise<void> {
  const programs = findPrograms()
  const tools = [ownTool(), ...peerTools(programs), await nodeTool(workFolder)]
  const machine = describeMachine()
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)

  const site = await writeBenchSite(path.join(workFolder, 'site'))
  await checkSpace(workFolder, site, rounds * tools.length * scenarios.length)
  const authority = await makePrivateAuthority(path.join(workFolder, 'tls'), programs.openssl)
  const { authorityFile } = authority
  const nginx = await startNginx({ folder: path.join(workFolder, 'nginx'), siteRoot: site.root, programs, authority })
  const measured: ScenarioResult[] = []
  try {
    for (const scenario of scenarios) {
      const baseUrl = nginx.baseUrl(scenario)
      const results = await runScenario({ scenario, rounds, site, tools, baseUrl, authorityFile, workFolder })
      measured.push({ scenario, results })
      console.log(`\n${scenarioText({ scenario, results }, site)}\n`)
    }
  } finally {
    await nginx.stop()
  }
  const text = saveReport({ site, rounds, machine, measuredOn: new Date(), scenarios: measured })
  if (isForTheRecord) await writeBenchSection({ id: 'saving', text })
  else console.log('docs/benchmarks.md stays as it is: it takes whole runs of at least five rounds.')
}

/** Runs keep their files until the end, so that all of them must fit. */
async function checkSpace(folder: string, site: BenchSite, runs: number): Promise<void> {
  const neededBytes = site.totalBytes * runs * 1.05
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > neededBytes) return
  throw new Error(`${folder} needs ${(neededBytes / 1e9).toFixed(1)} GB of free space. TMPDIR chooses another place.`)
}
