import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { runCampaign } from './campaign.ts'

const USAGE = 'Usage: npm run campaign -- [--minutes 10] [--seed 1] [--desks 10] [--savers 3]'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { minutes: text, seed: text, desks: text, savers: text } })

function numberOf(given: string | undefined, usual: number): number {
  const number = Number(given ?? usual)
  if (!(number > 0)) throw new Error(USAGE)
  return number
}

const seed = numberOf(values.seed, 1)
const minutes = numberOf(values.minutes, 10)
console.log(`Campaign of ${minutes} minutes, seed ${seed}. The same seed has the same faults at the same times:`)
const { broken, struck, settledMs, ...figures } = await runCampaign({
  seed,
  seconds: minutes * 60,
  desks: numberOf(values.desks, 10),
  savers: numberOf(values.savers, 3),
  program: join(PROJECT_ROOT, 'out/cli/main.js'),
  log: console.log,
  keepsBroken: true,
})
console.log(
  JSON.stringify({ seed, minutes, ...figures, settledSeconds: Math.round(settledMs / 1_000), struck }, undefined, 2),
)
for (const sentence of broken) console.error(`BROKEN  ${sentence}`)
console.log(broken.length === 0 ? 'Nothing is broken.' : `${broken.length} invariants are broken.`)
process.exitCode = broken.length === 0 ? 0 : 1
