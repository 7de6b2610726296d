import { describe, expect, it } from 'vitest'
import { readSaveBenchOptions } from '../../bench/save/save-options.ts'
import { scenarioText } from '../../bench/save/save-report.ts'
import type { SaveTool } from '../../bench/save/save-tool.ts'
import { documentsOf } from '../../bench/save/scenario.ts'

const scenario = { id: 'one', title: 'One', delayMs: 0, isEncrypted: false, shape: documentsOf(10, 1) }
const site = { root: '', documents: [], totalBytes: 0 }
const command = { program: '', args: [] }

function results(id: string, wallSeconds: number, manners?: SaveTool['manners']) {
  const tool = {
    id,
    title: id,
    warmUp: command,
    list: undefined,
    command: () => command,
    savedName: String,
    ...(manners && { manners }),
  }
  const figures = { exitCode: 0, cpuSeconds: 1, peakRssBytes: 1e6, stderr: '', calls: 20, refused: 7, failed: 3 }
  return { tool, runs: [{ ...figures, wallSeconds }] }
}

describe('the parts of the bench of saving', () => {
  it('run alone where they are named, so that a part that waits for minutes need not be waited for', () => {
    expect(readSaveBenchOptions(['quota', 'crowd']).parts.map(([name]) => name)).toEqual(['crowd', 'quota'])
    expect(readSaveBenchOptions([]).parts).toHaveLength(5)
  })

  it('are named by a refusal, because a typing error must not measure everything', () => {
    expect(() => readSaveBenchOptions(['quotas'])).toThrow('flags defaults crowd quota stalls')
  })
})

describe('a table of the bench of saving', () => {
  it('compares ours with every other line of the run', () => {
    expect(scenarioText({ scenario, site, results: [results('own', 3), results('curl', 2)] })).toMatch(
      /\| curl \| 2\.00 .*\| own \| 3\.00 .*1\.50 × curl\./s,
    )
  })

  it('tells what a service with manners refused and what was not saved', () => {
    expect(scenarioText({ scenario, site, results: [results('own', 3, {})] })).toContain('| 20 | 7 | 3 |')
  })
})
