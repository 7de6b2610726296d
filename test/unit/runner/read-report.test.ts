import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeCounts } from '../../runner/counts.ts'
import { readReport } from '../../runner/read-report.ts'
import { tempFolder } from '../../support/temp-folder.ts'

async function reportFile(json: unknown): Promise<string> {
  const file = join(await tempFolder(), 'report.json')
  await writeFile(file, JSON.stringify(json))
  return file
}

describe('the report of a layer', () => {
  it('counts the tests of Vitest, a file that cannot be loaded, and none that is left to the soak', async () => {
    const one = (fullName: string, status: string, ...tags: string[]) => ({ fullName, status, tags })
    const tests = [one('a', 'passed'), one('b', 'failed'), one('c', 'skipped'), one('d', 'skipped', 'soak')]
    const testResults = [
      { name: 'x.test.ts', status: 'failed', assertionResults: tests },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    ]
    const { counts, failures } = readReport(await reportFile({ testResults }))
    expect(describeCounts(counts)).toBe('1 passed, 2 failed, 1 skipped')
    expect(failures).toEqual(['x.test.ts > b', 'broken.test.ts'])
  })

  it('counts the journeys of Playwright, in suites within suites', async () => {
    const spec = (title: string, status: string) => ({ title, file: 'x.spec.ts', tests: [{ status }] })
    const inner = { specs: [spec('b', 'unexpected'), spec('c', 'skipped')] }
    const { counts, failures } = readReport(
      await reportFile({ suites: [{ specs: [spec('a', 'expected')], suites: [inner] }] }),
    )
    expect(describeCounts(counts)).toBe('1 passed, 1 failed, 1 skipped')
    expect(failures).toEqual(['x.spec.ts > b'])
  })

  it('is empty where the layer came to no end', () => {
    expect(readReport('/nowhere/report.json').counts).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})
