import { expect, it } from 'vitest'
import { runCampaign } from '../campaign/campaign.ts'
import { actorNames } from '../campaign/company.ts'
import { planFaults } from '../campaign/plan-faults.ts'
import { COMMAND_LINE } from '../support/command-line.ts'

const SIZE = { desks: 2, savers: 2 }
const SEED = 1677
const SECONDS = 8
/** Nothing is proved by it: it is what a machine may take that is busy with everything else. */
const MOST_MS = 1_800_000

it(
  'a firm whose processes, broker, service, disk and clock fail loses nothing and keeps nothing twice',
  { timeout: MOST_MS },
  async () => {
    const said: string[] = []
    const { broken, struck, published, recorded } = await runCampaign({
      ...SIZE,
      seed: SEED,
      seconds: SECONDS,
      program: COMMAND_LINE,
      log: (line) => said.push(line),
    })
    expect(broken, said.join('\n')).toEqual([])
    expect(published).toBeGreaterThan(0)
    expect(recorded).toBeGreaterThan(0)
    // A seed that misses a kind of fault would prove nothing about it.
    expect(Object.keys(struck)).toEqual(
      expect.arrayContaining(['kill', 'sleep', 'broker restart', 'service away', 'bad answers']),
    )
  },
)

it('has the same faults at the same times for the same seed, and others for another', () => {
  const plan = (seed: number) => planFaults({ seed, seconds: 600, actors: actorNames(SIZE) })
  expect(plan(SEED)).toEqual(plan(SEED))
  expect(plan(SEED)).not.toEqual(plan(SEED + 1))
  const kinds = new Set(plan(SEED).map(({ fault }) => fault.kind))
  expect(kinds.size).toBe(14)
})
