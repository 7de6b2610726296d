import { randomUUID } from 'node:crypto'
import { ignoring } from '../../../../shared/errors/ignoring.ts'
import { badUsage } from '../../../../shared/errors/app-error.ts'
import { assertUnderstood } from '../../../../shared/policy/effective-policy.ts'
import type { BrokerPasswords } from '../../../../engine/accounts/broker-passwords.ts'
import { type StoredBroker, type StoredFeed, streamBrokerOf } from '../../../../engine/feed/feed-settings.ts'
import { assertBrokerRemovable } from '../../../../engine/feed/managed-feed.ts'
import { refusePlainAmqp } from '../../../../engine/base/plain-amqp.ts'
import type { PolicyPort } from '../../../../engine/ports/policy.ts'
import type { ChosenFiles } from '../../chosen-paths.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import { accountOf, hostAndPort } from '../sources/broker-source.ts'
import type { Handler, HandlersOf } from '../../router.ts'

interface BrokerHandlerDependencies {
  feedOf: (sessionId: string) => EnvironmentFeed
  chosenFiles: ChosenFiles
  passwords: BrokerPasswords
  policy: PolicyPort
}

type BrokerInput = Parameters<Handler<'feeds.saveBroker'>>[0]
/** What a connection needs, without what is to be kept. */
export type BrokerConnection = Omit<BrokerInput, 'keepsPassword'>
type BrokerMethod = 'feeds.saveBroker' | 'feeds.removeBroker'

/** The page’s calls about brokers. A password goes from here into the keychain and never comes back. */
export function createBrokerHandlers(dependencies: BrokerHandlerDependencies): Pick<HandlersOf<'feeds'>, BrokerMethod> {
  const { feedOf, passwords } = dependencies
  return {
    'feeds.saveBroker': async (input) => {
      const feed = feedOf(input.sessionId)
      const before = findBefore(feed, input.brokerId)
      if (input.kind === 'stream') {
        assertUnderstood(dependencies.policy.current(), 'StreamUrl', 'Entering another broker of the firm’s streams')
      }
      if (before === undefined && input.kind === 'stream') refuseSecond(feed.settings.read())
      const entered = enteredBroker(dependencies.chosenFiles, input, before)
      for (const { host } of accountOf(entered, feed.environment).hosts) {
        refusePlainAmqp({ ...entered, host }, dependencies.policy.current().values.PlainAmqpAllowed)
      }
      const isPasswordKept = await keepPassword({ passwords, feed, before, broker: entered }, input)
      const broker = { ...entered, isPasswordKept }
      const others = feed.settings.read().brokers
      const brokers =
        before === undefined
          ? [...others, broker]
          : others.map((one) => (one.brokerId === broker.brokerId ? broker : one))
      feed.settings.change({ brokers })
      await feed.apply()
      if (hasNewCredentials(input)) feed.sources.reconnectBroker(broker.brokerId)
      return feed.view()
    },
    'feeds.removeBroker': async ({ sessionId, brokerId }) => {
      const feed = feedOf(sessionId)
      const removed = findBefore(feed, brokerId)
      if (removed !== undefined) assertBrokerRemovable(dependencies.policy, removed)
      const { brokers, followed } = feed.settings.read()
      feed.settings.change({
        brokers: brokers.filter((one) => one.brokerId !== brokerId),
        followed: followed.map((one) => (one.brokerId === brokerId ? { ...one, brokerId: null } : one)),
      })
      await feed.apply()
      if (removed !== undefined) await forgetUnshared(feed, passwords, removed)
      return feed.view()
    },
  }
}

/** Whether what a refusal may be about was entered again: nothing else of the settings shows that it has changed. */
function hasNewCredentials({ password, caFileId, certificateFileId, keyFileId }: BrokerInput): boolean {
  return [password, caFileId, certificateFileId, keyFileId].some((entered) => entered !== null)
}

/** Fails with bad-usage where the firm’s broker is known already. */
function refuseSecond(feed: StoredFeed): void {
  const known = streamBrokerOf(feed.brokers)
  if (known === undefined) return
  throw badUsage('The broker of your firm is entered already.', `Change “${known.name}” instead.`)
}

/** Fails with bad-usage if it no longer exists. */
export function findBefore(feed: Pick<EnvironmentFeed, 'settings'>, brokerId: string | null): StoredBroker | undefined {
  if (brokerId === null) return undefined
  const found = feed.settings.read().brokers.find((one) => one.brokerId === brokerId)
  if (found === undefined) throw badUsage('This broker no longer exists.', 'Add it again.')
  return found
}

/** The broker as entered, trimmed and validated; a file that was not chosen again stays. Fails with bad-usage. */
export function enteredBroker(
  files: ChosenFiles,
  input: BrokerConnection,
  before: StoredBroker | undefined,
): StoredBroker {
  const { usesTls, heartbeatSeconds, prefetch } = input
  const hosts = input.hosts.map((host) => host.trim()).filter((host) => host !== '')
  const [virtualHost, queue, username] = [input.virtualHost, input.queue, input.username].map((text) => text.trim())
  if (hosts.length === 0) throw badUsage('The broker has no host.', 'Enter one, as mq.example.com.')
  for (const host of hosts) hostAndPort(host, usesTls)
  if (queue === '') {
    throw badUsage(`The broker has no ${input.kind}.`, 'Enter its name; {customerId} stands for the customer.')
  }
  if (username === '') throw badUsage('The broker has no user name.', 'Enter it.')
  const chosen = (fileId: string | null, known: string | null | undefined): string | null =>
    fileId === null ? (known ?? null) : files.pathOf(fileId)
  return {
    brokerId: before?.brokerId ?? randomUUID(),
    kind: before?.kind ?? input.kind,
    name: input.name.trim() === '' ? (hosts[0] ?? '') : input.name.trim(),
    hosts,
    usesTls,
    virtualHost: virtualHost ?? '',
    queue: queue ?? '',
    username: username ?? '',
    heartbeatSeconds,
    prefetch,
    isPasswordKept: before?.isPasswordKept ?? false,
    caFile: chosen(input.caFileId, before?.caFile),
    certificateFile: chosen(input.certificateFileId, before?.certificateFile),
    keyFile: chosen(input.keyFileId, before?.keyFile),
  }
}

interface PasswordChange {
  feed: EnvironmentFeed
  passwords: BrokerPasswords
  before: StoredBroker | undefined
  broker: StoredBroker
}

/**
 * A password belongs to its user, hosts, virtual host and encryption. When one of them changes it is forgotten and must be
 * entered again, so that no page can have it sent elsewhere (W-M1). Returns whether it is kept beyond this run.
 */
async function keepPassword({ feed, passwords, before, broker }: PasswordChange, input: BrokerInput): Promise<boolean> {
  const { environment } = feed
  const account = accountOf(broker, environment)
  const known = before === undefined ? undefined : accountOf(before, environment)
  const isMoved = known !== undefined && JSON.stringify(known) !== JSON.stringify(account)
  const isAsBefore = before !== undefined && !isMoved && before.isPasswordKept === input.keepsPassword
  if (input.password === null && isAsBefore) return before.isPasswordKept
  const password = input.password ?? (isMoved ? undefined : await readQuietly(passwords, known))
  if (password === undefined) {
    if (isMoved) await forgetUnshared(feed, passwords, before)
    return false
  }
  const kept = await passwords.remember(account, password, input.keepsPassword)
  if (isMoved) await forgetUnshared(feed, passwords, before)
  return kept === 'kept'
}

async function readQuietly(
  passwords: BrokerPasswords,
  account: Parameters<BrokerPasswords['read']>[0] | undefined,
): Promise<string | undefined> {
  return account === undefined
    ? undefined
    : await passwords.read(account).catch(ignoring('it is asked for where it is needed'))
}

/** Forgets the password, unless another broker uses the same keychain entry. */
async function forgetUnshared(
  { settings, environment }: EnvironmentFeed,
  passwords: BrokerPasswords,
  broker: StoredBroker | undefined,
): Promise<void> {
  if (broker === undefined) return
  const account = accountOf(broker, environment)
  const isOther = (one: StoredBroker): boolean => one.brokerId !== broker.brokerId
  const others = settings
    .read()
    .brokers.filter(isOther)
    .map((one) => accountOf(one, environment))
  if (others.some((other) => JSON.stringify(other) === JSON.stringify(account))) return
  await passwords.forget(account)
}
