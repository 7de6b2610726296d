import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAmqpLink } from '../../src/adapters/amqp/amqp-link.ts'
import { createHttp } from '../../src/adapters/node-http.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import type { Desk } from '../../src/main/desk/desk.ts'
import { createDesk } from '../../src/main/desk/create-desk.ts'
import type { DeskPorts } from '../../src/main/desk/desk-ports.ts'
import type { Input, MethodName, Output } from '../../src/shared/contract/contract.ts'
import { createMemorySecrets } from './memory-secrets.ts'
import { createQuickClock } from './quick-clock.ts'
import { createRecordedNotices, type RecordedNotices } from './recorded-notices.ts'
import { createScriptedPower, type ScriptedPower } from './scripted-power.ts'
import { slowDesk } from './slow-host.ts'
import { filePolicy } from './test-policy.ts'
import { WITHOUT_WINDOWS } from './without-windows.ts'

/** The whole application with a page but without a host: dialogs choose the test's folder. */
export interface ComposedDesk {
  desk: Desk
  root: string
  folder: string
  /** Paths that were opened, shown or dragged. */
  asked: string[]
  logLines: string[]
  notices: RecordedNotices
  power: ScriptedPower
  /** The administrator's policy file. */
  policyFile: string
  /** Replaces it in one step: half a policy counts as the strictest. */
  setPolicy(values: object): Promise<void>
  /** A failure fails the test. */
  call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>>
}

/** Stops with the test. With the `root` of an earlier one, it is the next start of the same installation. */
export async function composeDesk(ports: Partial<DeskPorts> = {}, earlierRoot?: string): Promise<ComposedDesk> {
  const root = earlierRoot ?? (await mkdtemp(join(tmpdir(), 'parcel-desk-')))
  const [folder, asked, logLines]: [string, string[], string[]] = [join(root, 'saved'), [], []]
  const note = (...paths: readonly string[]): Promise<void> => Promise.resolve(void asked.push(...paths))
  const [notices, power, policyFile] = [createRecordedNotices(), createScriptedPower(), join(root, 'policy.json')]
  const desk = slowDesk(
    createDesk({
      http: createHttp,
      link: createAmqpLink(),
      secrets: createMemorySecrets(),
      clock: createQuickClock(),
      silenceClock: createSystemClock(),
      log: { write: (_level, line) => void logLines.push(line) },
      paths: { dataDir: join(root, 'data') },
      policy: await filePolicy(policyFile),
      power,
      notify: notices,
      confirm: () => Promise.resolve(true),
      reader: WITHOUT_WINDOWS,
      folders: {
        chooseFolder: () => Promise.resolve(folder),
        chooseFile: () => Promise.resolve(undefined),
        chooseNewFile: () => Promise.resolve(undefined),
        open: note,
        showInFolder: note,
        drag: (paths) => note(...paths),
      },
      host: {
        kind: 'shell',
        version: '1.2.3',
        versions: [],
        pageDir: root,
        logDir: join(root, 'logs'),
        thirdPartyFile: join(root, 'third-parties.json'),
        demo: null,
      },
      ...ports,
    }),
  )
  await desk.start()
  onTestFinished(async () => {
    await desk.stop()
    await rm(root, { recursive: true, force: true, maxRetries: 20 })
  })
  return {
    desk,
    root,
    folder,
    asked,
    logLines,
    notices,
    power,
    policyFile,
    setPolicy: async (values) => {
      await writeFile(`${policyFile}.new`, JSON.stringify(values))
      await rename(`${policyFile}.new`, policyFile)
    },
    call: async <Name extends MethodName>(name: Name, input: Input<Name>) => {
      const reply = await desk.router.answer(name, input)
      if (!reply.isOk) throw new Error(`${name}: ${reply.failure.tag}: ${reply.failure.message}`)
      // The one cast: the router has parsed the value by the schema that this type comes from.
      // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
      return reply.value as Output<Name>
    },
  }
}
