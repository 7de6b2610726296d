import type { Manners } from '../../support/service-manners.ts'
import { nodeTool } from './node-tool.ts'
import { ownTool } from './own-tool.ts'
import { peerTools } from './peer-tools.ts'
import type { Programs } from './programs.ts'
import { CONCURRENCY, type SaveTool } from './save-tool.ts'
import { ANSWER_DELAY_MS, documentsOf, likeForLike, nearAndFar, type Scenario } from './scenario.ts'

/** One section of docs/benchmarks.md, measured by itself. */
export interface Part {
  /** In the markers of the page. */
  section: string
  title: string
  /** What is measured, for the reader of the section. */
  about: string
  /** As many as the section needs to be written. */
  rounds: number
  scenarios: readonly Scenario[]
  tools(programs: Programs, workFolder: string): Promise<SaveTool[]> | SaveTool[]
}

const rounds = 5
const apart = `Every round runs each line once, in turning order, into a folder of its own; medians (least–most). The whole process counts, Node's start included. \`sync\` before each run; documents and program are read once beforehand, so that neither starts from a cold disk.`
const promises = `Parcel Desk signs in, reads the customers, searches, plans, checks every document, takes its SHA-256, flushes it before it gets its name, and writes ledger and manifest.`
const checks = `After each run every file is checked for its size, after the first for its SHA-256, and Parcel Desk's manifest with it.`
const counting = `The service is a process of Node on 127.0.0.1 that counts calls and refusals, begins anew for each run, and takes 100 ms an answer. ${apart} ${checks}`

export const parts = {
  flags: {
    section: 'saving',
    title: `Saving 2,000 documents, ${CONCURRENCY} at a time`,
    about: `2,000 documents of 120 to 180 kB that cannot be compressed, 300 MB, from one local nginx that asks for the bearer token. ${apart}

The others get a list of addresses and the token, and fetch. Parcel Desk runs \`save --customer … --concurrency ${CONCURRENCY}\`. ${promises} ${checks} The bare loop is Node's own HTTP client and nothing else: no check, no hash, no flush, no record.

The delay is made inside nginx and applies to every answer, those to Parcel Desk's sign-in, customers and search too. It sets a floor of ${((2000 / CONCURRENCY) * ANSWER_DELAY_MS) / 1000} s.`,
    rounds,
    scenarios: likeForLike,
    tools: (programs, workFolder) => everyTool(programs, workFolder, CONCURRENCY),
  },
  defaults: {
    section: 'saving-defaults',
    title: 'Saving with each tool as it comes',
    about: `No tool is told how much to do at once: curl takes 50 at a time, wget2 and aria2 five. The bare loop has no default and stays at ${CONCURRENCY}. 2,000 documents of 120 to 180 kB without a delay and at 25 ms, 1,002 of 50 to 70 kB at 100 and 250 ms, all from a local nginx that delays every answer. ${apart} ${promises} ${checks}`,
    rounds: 3,
    scenarios: nearAndFar,
    tools: (programs, workFolder) => everyTool(programs, workFolder),
  },
  crowd: {
    section: 'saving-crowd',
    title: 'Saving from a service that bears six calls at once',
    about: `600 documents of 50 to 70 kB. A call that begins while six are in progress is refused at once with 503 and no time. ${counting}`,
    rounds: 3,
    scenarios: [mannered('crowd', 'Six calls at once', documentsOf(600, 6))],
    tools: () => ownTools({ bears: 6 }, 6),
  },
  quota: {
    section: 'saving-quota',
    title: 'Saving from a service with a quota of 60 calls a minute',
    about: `150 documents of 50 to 70 kB. The minute begins with the first call; what goes beyond is refused with 429 and no time. Three calls more than documents make two minutes the least. ${counting}`,
    rounds: 1,
    scenarios: [mannered('quota', '60 calls a minute', documentsOf(150, 3))],
    tools: () => ownTools({ quota: { calls: 60, seconds: 60 } }),
  },
  stalls: {
    section: 'saving-stalls',
    title: 'Saving from a service that stalls',
    about: `500 documents of 50 to 70 kB. One in a hundred sends nothing for 60 s when it is first asked for, against a service where none does. ${counting}`,
    rounds: 3,
    scenarios: [mannered('stalls', 'One in a hundred silent', documentsOf(500, 5))],
    tools: () => [
      { ...ownTool(), manners: { delayMs: 100, stalls: { every: 100, ms: 60_000 } } },
      { ...ownTool(), id: 'own-reference', title: 'Parcel Desk, no stalls', manners: { delayMs: 100 } },
    ],
  },
} satisfies Record<string, Part>

async function everyTool(programs: Programs, workFolder: string, concurrency?: number): Promise<SaveTool[]> {
  return [ownTool(concurrency), ...peerTools(programs, concurrency), await nodeTool(workFolder)]
}

/** Ours as it comes and, where there is a best number of calls at once, with it. */
function ownTools(manners: Manners, best?: number): SaveTool[] {
  const reference =
    best === undefined ? [] : [{ ...ownTool(best), id: 'own-reference', title: `Parcel Desk --concurrency ${best}` }]
  return [ownTool(), ...reference].map((tool) => ({ ...tool, manners: { delayMs: 100, ...manners } }))
}

function mannered(id: string, title: string, shape: Scenario['shape']): Scenario {
  return { id, title, delayMs: 100, isEncrypted: false, shape }
}
