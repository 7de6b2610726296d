import { parseArgs } from 'node:util'
import { seededRandom } from '../../exchange-service/seeded-random.ts'
import { killFirm } from '../../support/kill-firm.ts'
import { startBroker } from '../../support/private-broker.ts'
import { markdownTable, writeBenchSection } from '../measuring/bench-section.ts'
import { describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { spreadOf } from '../measuring/spread.ts'
import { BACKLOG, killWithBacklog } from './backlog.ts'
import { takeOver } from './standby.ts'
import { noticeOverrun, noticeRecreated } from './streams-noticed.ts'

const USAGE = 'Usage: npm run bench:kills -- [--kills 40] [--rounds 20] [--seed 1] [--dry]'
/** Two heartbeats. */
const MAX_TAKE_OVER_SECONDS = 20

const number = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: number, rounds: number, seed: number, dry: { type: 'boolean' } } })
const [kills = 0, rounds = 0, seed = 0] = [values.kills ?? '40', values.rounds ?? '20', values.seed ?? '1'].map(Number)
if (![kills, rounds, seed].every((one) => Number.isInteger(one) && one >= 1)) throw new Error(USAGE)

await runBench({ name: 'kills' }, async () => {
  const machine = describeMachine()
  const broker = await startBroker()
  const rows: string[][] = []
  let isWell = true
  const note = (row: string[], isGood: boolean): void => {
    console.log(row.join(' | '))
    rows.push(row)
    isWell &&= isGood
  }
  const kill = async (): Promise<void> => {
    const onKill = (victim: string): void => console.log(`killed: ${victim}`)
    const { published, inboxes } = await killFirm({ broker, breakBroker: broker.crash, kills, seed, onKill })
    const [lost, doubled] = [inboxes.map((one) => one.lost), inboxes.map((one) => one.doubled)]
    const found = `${published.toLocaleString('en')} messages: ${lost.join(', ')} lost, ${doubled.join(', ')} doubled`
    note(
      [`${kills} kills of collectors, readers and broker`, found],
      [...lost, ...doubled].every((count) => count === 0),
    )
    await broker.reset()
  }
  const notice = async (what: string, noticed: number): Promise<void> => {
    note([what, `${noticed} of ${rounds} said and read on`], noticed === rounds)
    await broker.reset()
  }
  try {
    await kill()
    const random = seededRandom(seed)
    const { published, behind, lost, doubled } = await killWithBacklog({ broker, rounds: kills, random })
    const counted = published.toLocaleString('en')
    note(
      [
        `${kills} kills of a collector with ${BACKLOG.toLocaleString('en')} messages waiting, ${behind} before it had listed what it had passed on`,
        `${counted} messages: ${lost} lost, ${doubled} doubled`,
      ],
      lost === 0 && doubled === 0,
    )
    await broker.reset()
    const { median, max } = spreadOf(await takeOver({ broker, rounds }))
    const times = `${rounds} of ${rounds}, after ${median.toFixed(1)} s (at most ${max.toFixed(1)} s)`
    note(['the standby takes over where the collector is killed', times], max < MAX_TAKE_OVER_SECONDS)
    await broker.reset()
    await notice('a stream that is deleted and made anew', await noticeRecreated({ broker, rounds, random }))
    await notice('a stream whose retention has passed its reader', await noticeOverrun({ broker, rounds, random }))
  } finally {
    await broker.stop()
  }
  const text = `## One firm, killed\n\nMessages of the documented shape go on while programs are killed at random (SIGKILL, seed ${seed}) and started again: collector and standby, two readers, and the broker, which is the service’s and the firm’s. What is lost or doubled is counted in each inbox, read with SQLite alone: that of both collectors together, then each reader’s.\n\n${markdownTable(['What happens', 'Found'], rows)}\n\n\`npm run bench:kills\`, ${new Date().toISOString().slice(0, 10)}: ${machine}.`
  if (values.dry !== true) await writeBenchSection({ id: 'firm-kills', text })
  if (!isWell) process.exitCode = 1
})
