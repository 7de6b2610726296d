import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { writeBenchSite } from './bench-site.ts'
import type { Part } from './parts.ts'
import { makePrivateAuthority, type PrivateAuthority } from './private-authority.ts'
import { findPrograms, type Programs } from './programs.ts'
import { readSaveBenchOptions } from './save-options.ts'
import { saveReport, scenarioText, type ScenarioResult } from './save-report.ts'
import { runScenario } from './save-rounds.ts'

const options = readSaveBenchOptions(process.argv.slice(2))
await runBench({ name: 'save', isKept: options.isKept }, async (workFolder) => {
  const programs = findPrograms()
  const authority = await makePrivateAuthority(path.join(workFolder, 'tls'), programs.openssl)
  for (const [name, part] of options.parts) {
    const partFolder = path.join(workFolder, name)
    await mkdir(partFolder)
    await measurePart({
      name,
      part,
      rounds: options.rounds ?? part.rounds,
      workFolder: partFolder,
      programs,
      authority,
    })
  }
})

interface PartBench {
  name: string
  part: Part
  rounds: number
  workFolder: string
  programs: Programs
  authority: PrivateAuthority
}

async function measurePart({ name, part, rounds, workFolder, programs, authority }: PartBench): Promise<void> {
  const machine = describeMachine()
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const tools = await part.tools(programs, workFolder)
  const measured: ScenarioResult[] = []
  for (const scenario of part.scenarios) {
    const site = await writeBenchSite(path.join(workFolder, `site-${scenario.id}`), scenario.shape)
    await checkSpace(workFolder, site.totalBytes * rounds * tools.length)
    const results = await runScenario({ scenario, rounds, site, tools, programs, authority, workFolder })
    measured.push({ scenario, site, results })
    console.log(`\n${scenarioText({ scenario, site, results })}\n`)
  }
  const text = saveReport({ name, part, rounds, machine, measuredOn: new Date(), scenarios: measured })
  if (rounds >= part.rounds) await writeBenchSection({ id: part.section, text })
  else console.log(`docs/benchmarks.md stays as it is: this part takes ${part.rounds} rounds.`)
}

/** Runs keep their files until the end, so that all of them must fit. */
async function checkSpace(folder: string, savedBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > savedBytes * 1.05) return
  throw new Error(`${folder} needs ${(savedBytes / 1e9).toFixed(1)} GB of free space. TMPDIR chooses another place.`)
}
