import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Counts, sumCounts } from './counts.ts'
import { SOAK } from './soak.ts'

export interface Report {
  counts: Counts
  /** The names of what failed. */
  failures: string[]
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), tags: z.array(z.string()) })),
    }),
  ),
})
type VitestFile = z.infer<typeof vitestReport>['testResults'][number]

const journey = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']) })),
})
const journeys = z.object({
  specs: z.array(journey).default([]),
  get suites() {
    return z.array(journeys).default([])
  },
})

/** What a layer counted, from what Vitest or Playwright wrote of it as JSON; nothing where it came to no end. */
export function readReport(file: string | undefined): Report {
  if (file === undefined || !existsSync(file)) return addUp([])
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const ofVitest = vitestReport.safeParse(json)
  return addUp(ofVitest.success ? ofVitest.data.testResults.map(reportOfFile) : journeysIn(journeys.parse(json)))
}

/** A file that cannot be loaded, or whose hook fails, has no test that failed. */
function reportOfFile({ name, status, assertionResults }: VitestFile): Report {
  const ran = assertionResults.filter((test) => test.status !== 'skipped' || !test.tags.includes(SOAK))
  const failures = ran.filter((test) => test.status === 'failed').map(({ fullName }) => `${name} > ${fullName}`)
  if (failures.length === 0 && status === 'failed') failures.push(name)
  const passed = ran.filter((test) => test.status === 'passed').length
  const skipped = ran.filter((test) => !['passed', 'failed'].includes(test.status)).length
  return { counts: { passed, failed: failures.length, skipped }, failures }
}

function journeysIn({ specs, suites }: z.infer<typeof journeys>): Report[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status }): Report => {
      const isFailed = status === 'unexpected' || status === 'flaky'
      const counts = {
        passed: Number(status === 'expected'),
        failed: Number(isFailed),
        skipped: Number(status === 'skipped'),
      }
      return { counts, failures: isFailed ? [`${file} > ${title}`] : [] }
    }),
  )
  return [...own, ...suites.flatMap(journeysIn)]
}

function addUp(reports: readonly Report[]): Report {
  return {
    counts: sumCounts(reports.map(({ counts }) => counts)),
    failures: reports.flatMap(({ failures }) => failures),
  }
}
