import { Writable } from 'node:stream'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { runCommandLine } from '../../../src/cli/run-command-line.ts'
import { createProcessTerminal } from '../../../src/cli/terminal/process-terminal.ts'
import { createTerminalPorts } from '../../../src/cli/terminal/terminal-ports.ts'
import { keepHeapSmall } from '../../../src/engine/base/small-heap.ts'
import { createParcelDesk } from '../../../src/engine/create-parcel-desk.ts'
import { EXIT_CODES } from '../../../src/shared/errors/exit-code.ts'
import type { LinkPort } from '../../../src/engine/ports/link.ts'
import { nowMs } from '../feed/order.ts'
import type { Collected, CollectOrder } from './collect-bare.ts'
import { collectEnvironment, collectWords } from './firm-site.ts'

/**
 * The whole command `collect`, its printing too, with a watch on when the first message comes and the last is acknowledged.
 * Stopped then, it ends when all of them are listed in its inbox.
 */
export async function collectOurs({ port, count, folder }: CollectOrder): Promise<Collected> {
  keepHeapSmall()
  const root = new URL('../../../', import.meta.url)
  const certificatesProgram = new URL('src/adapters/network/certificates-worker.ts', root)
  const pdfProgram = new URL('src/adapters/pdf/pdf-worker.ts', root)
  const terminal = createProcessTerminal({
    certificatesProgram,
    pdfProgram,
    packageFile: new URL('package.json', root),
    diskProgram: new URL('src/engine/saving/disk/disk-worker.ts', root),
    launcher: new URL('no-launcher', root),
    thirdParties: new URL('out/cli/third-parties.json', root),
  })
  let [beginMs, endMs] = [0, 0]
  let interrupt = (): void => undefined
  const amqp = createAmqpLink()
  const link: LinkPort = {
    ...amqp,
    connect: async (target, receiver, signal) => {
      const delivered: typeof receiver.delivered = (delivery) => {
        if (beginMs === 0) beginMs = nowMs()
        receiver.delivered(delivery)
      }
      const opened = await amqp.connect(target, { ...receiver, delivered }, signal)
      const acknowledgeUpTo: typeof opened.acknowledgeUpTo = (tag) => {
        opened.acknowledgeUpTo(tag)
        if (tag !== count) return
        endMs = nowMs()
        interrupt()
      }
      return { ...opened, acknowledgeUpTo }
    },
  }
  const code = await runCommandLine(collectWords(port, folder), {
    ...terminal,
    onInterrupt: (listener) => {
      interrupt = listener
      return () => undefined
    },
    env: collectEnvironment,
    // As its service’s unit has it.
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    openDesk: async (options) => {
      const { stderr, workingDir } = terminal
      const place = { stderr, workingDir, env: collectEnvironment, certificatesProgram, pdfProgram }
      return createParcelDesk({
        ...(await createTerminalPorts(options, place)),
        link,
      })
    },
  })
  if (code !== EXIT_CODES.interrupted) throw new Error(`collect ended with ${code}`)
  return { beginMs, endMs }
}
