import path from 'node:path'
import { readStream } from '../../support/read-stream.ts'
import { statusMessage } from '../../support/status-messages.ts'
import type { RunningProgram } from '../../integration/cli-program.ts'
import { type Firm, openFirm, QUEUE, STREAM } from '../../integration/feeds/firm.ts'
import type { Rounds } from './streams-noticed.ts'
import { until } from './until.ts'

/** Seconds from each kill of the collector that has the queue until what came then is in the stream. */
export async function takeOver({ broker, rounds }: Omit<Rounds, 'random'>): Promise<number[]> {
  const firm = await openFirm(broker)
  const seconds: number[] = []
  try {
    await firm.importTopology()
    let working = startCollector(firm, 'even')
    await saidBy(working, 'arrive from')
    let standby = startCollector(firm, 'odd')
    for (let round = 0; round < rounds; round += 1) {
      await saidBy(standby, 'to itself')
      const beginMs = performance.now()
      working.child.kill('SIGKILL')
      await broker.publish(QUEUE, [statusMessage(round)])
      await readStream(broker, STREAM, { count: round + 1, skipsEqual: true })
      seconds.push((performance.now() - beginMs) / 1000)
      await working.result
      ;[working, standby] = [standby, startCollector(firm, round % 2 === 0 ? 'even' : 'odd')]
    }
    return seconds
  } finally {
    await firm.close()
  }
}

function startCollector(firm: Firm, folder: string): RunningProgram {
  return firm.startCollector('--standby', '--data-dir', path.join(firm.program.folder, folder))
}

async function saidBy({ said }: RunningProgram, words: string): Promise<void> {
  if (!(await until(() => said().includes(words)))) throw new Error(`A collector does not say “${words}”: ${said()}`)
}
