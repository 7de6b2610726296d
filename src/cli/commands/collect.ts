import { DEFAULT_HEARTBEAT_SECONDS } from '../../shared/model/queue-defaults.ts'
import { refusePlainAmqp } from '../../engine/base/plain-amqp.ts'
import type { FirmExchange } from '../../engine/feed/firm/firm-publisher.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { runCollectorChecks } from '../collect/collector-checks.ts'
import { createCollectorHealth } from '../collect/collector-health.ts'
import { openCollectorInbox } from '../collect/collector-inbox.ts'
import { startHealthServer } from '../collect/health-server.ts'
import { republishFirst, sayUnroutable } from '../collect/republish-first.ts'
import { reportCheck } from '../collect/report-check.ts'
import type { CollectOptions } from '../options/option-types.ts'
import {
  type AmqpAddress,
  FIRM_BROKER,
  plainTextProblems,
  readAmqpAddress,
  SERVICE_BROKER,
} from '../watch/amqp-address.ts'
import { type Consumption, consumeQueues } from '../watch/consume-queues.ts'
import { untilEnd } from '../watch/until-end.ts'
import { brokerPassword, openWatchSession } from '../watch/watch-session.ts'
import { brokerTls, queueSources } from '../watch/watched-queues.ts'

/** The longest that the firm’s broker may take to confirm a batch. */
const CONFIRM_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 10_000
const MINUTE_MS = 60_000

/**
 * `collect`: takes the messages of a firm’s queues, stores each, publishes it to the firm’s own exchange, and acknowledges it
 * once that broker has confirmed it. With `--check` it only tries whether it could.
 */
export const collect: CommandAction<CollectOptions> = async (run) => {
  const { options, terminal, screen } = run
  const { clock, env } = terminal
  const firm = readAmqpAddress(options.publishUrl, FIRM_BROKER)
  const opened = await openWatchSession(run, { isServiceNeeded: options.checkEvery !== undefined })
  const { desk, address, environment, session, customers, password } = opened
  refusePlainAmqp(firm, desk.policy.current().values.PlainAmqpAllowed)
  const sources = await queueSources(run, address, { customers, password, isExclusive: options.standby === true })
  const publishPassword = (): Promise<string> =>
    brokerPassword(firm, { desk, env, environment, variable: FIRM_BROKER.variable })
  const exchange = await firmExchange(run, firm, publishPassword)
  if (options.check === true) {
    if (customers.length === 0) screen.note('No customer is named, so no customer’s stream is looked for.')
    return reportCheck(
      screen,
      await desk.checkCollector({ sources, exchange, customerIds: customers }, run.interruption.stop),
    )
  }
  const { setAside } = opened.feed
  const say = sayUnroutable(screen)
  const publisher = desk.firmPublisher(exchange, (messages) => {
    setAside.keep(messages, clock.now())
    health.unroutable(messages.length)
    say(messages)
  })
  const health = createCollectorHealth({ sources, publisher, setAside, clock })
  let consumption: Consumption | undefined
  const countWaiting = async (): Promise<(number | undefined)[]> => (await consumption?.countWaiting()) ?? []
  warnOfPlainText(run, address, firm)
  const server =
    options.health === undefined ? undefined : await startHealthServer(options.health, { health, countWaiting })
  const checks = new AbortController()
  let checking: Promise<void> | undefined
  const inbox = openCollectorInbox(run, opened, health)
  const { feed, printer, onEntries } = inbox
  try {
    await republishFirst(run, publisher, { feed, setAside })
    const consuming = consumeQueues({
      desk,
      feed,
      sources,
      clock,
      count: options.count,
      isMatch: () => true,
      beforeCommit: () => undefined,
      onEntries,
      passOn: (batch) => health.watched(publisher.publishing(batch), batch.length),
      provePassing: publisher.ready,
      onStored: health.came,
      note: screen.note,
      onStatus: health.onStatus,
    })
    consumption = consuming
    if (options.checkEvery !== undefined && session !== undefined) {
      const everyMs = options.checkEvery * MINUTE_MS
      const isActive = (): boolean => health.report().state !== 'standby' && health.report().state !== 'connecting'
      const check = {
        session,
        feed,
        publisher,
        customerIds: customers,
        everyMs,
        isActive,
        onFound: printer.add,
        note: screen.note,
        clock,
        logger: desk.logger,
      }
      checking = runCollectorChecks(check, checks.signal)
    }
    const stop = async (): Promise<void> => {
      await consuming.stop()
      await inbox.settle()
    }
    return await untilEnd(run, { consumption: { ...consuming, stop }, printer })
  } finally {
    checks.abort()
    await checking
    inbox.close()
    await publisher.close()
    server?.close()
  }
}

async function firmExchange(
  { terminal, options }: CommandRun<CollectOptions>,
  address: AmqpAddress,
  password: () => Promise<string>,
): Promise<FirmExchange> {
  const { host, port, virtualHost, username } = address
  const tls = await brokerTls(terminal, address, options.publishCaFile)
  return {
    host,
    port,
    virtualHost,
    username,
    password,
    exchange: options.exchange,
    heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS,
    timeoutMs: CONNECT_TIMEOUT_MS,
    confirmTimeoutMs: CONFIRM_TIMEOUT_MS,
    ...(tls === undefined ? {} : { tls }),
  }
}

/** Printed even with --quiet (T36, T37). */
function warnOfPlainText(
  { screen, options }: CommandRun<CollectOptions>,
  service: AmqpAddress,
  firm: AmqpAddress,
): void {
  screen.problems([
    {
      where: `Queue “${options.queue}”`,
      message: 'messages taken here reach other programs only through the firm’s broker.',
    },
  ])
  screen.problems([...plainTextProblems(service, SERVICE_BROKER), ...plainTextProblems(firm, FIRM_BROKER)])
}
