import { dirname, join } from 'node:path'
import { signatureMark } from '../shared/words/signature-words.ts'
import { ENVIRONMENTS } from '../shared/model/connection.ts'
import { AppError, badUsage } from '../shared/errors/app-error.ts'
import type { Failure } from '../shared/errors/failure.ts'
import type { Problem } from '../shared/model/parcel-set.ts'
import { createAccountsService, noteRefused, type SignedIn } from './accounts/accounts-service.ts'
import { assertQueueAllowed, assertServiceAllowed, assertSupportBundleAllowed } from './policy/guards.ts'
import { createProfileStore, type ProfileStore } from './accounts/profile-store.ts'
import { createLogger, type Logger, unexpectedFailure } from './base/logger.ts'
import { type ClockWatch, createClockWatch } from './exchange/clock-watch.ts'
import { createExchangeClient, type ExchangeClient } from './exchange/exchange-client.ts'
import { createLoggedHttp } from './exchange/logged-http.ts'
import { testService } from './exchange/test-service.ts'
import { createFirmPublisher } from './feed/firm/firm-publisher.ts'
import { assertStreamAllowed } from './feed/managed-feed.ts'
import type { SubscribeRequest } from './feed/queue/queue-source.ts'
import { createSubscription, type Subscription } from './feed/queue/subscription.ts'
import { testQueue } from './feed/queue/test-queue.ts'
import { checkCollector } from './feed/firm/check-collector.ts'
import { createPaces, type Paces } from './pace/paces.ts'
import { MAX_PEM_BYTES, readUntrustedSync } from './files/open-untrusted.ts'
import type { ParcelDesk } from './parcel-desk.ts'
import type { HostPorts } from './ports/host-ports.ts'
import { makePack } from './pack/make-pack.ts'
import { createPackTemplates } from './pack/pack-templates.ts'
import { entriesOfFolder } from './pack/plan-pack.ts'
import { archiveFolder } from './saving/disk/folder-spelling.ts'
import { verifyFolder } from './saving/archive/verify-folder.ts'
import { createJobsService } from './saving/jobs-service.ts'
import { createSavingRules } from './saving/plan/saving-rules.ts'
import type { SavingStores } from './saving/records/saving-stores.ts'
import type { PagingMemory } from './exchange/search-sets.ts'
import type { ServiceMemory } from './search/set-index.ts'
import { createSession } from './session.ts'
import { createSharedLock } from './storage/data-lock.ts'
import { createCrashRecords } from './support/crash-records.ts'
import { createSignatureReader } from './signatures/signature-reader.ts'
import { createStores } from './stores.ts'
import { createTexts } from './texts/texts-service.ts'
import { allowedSecrets } from './accounts/allowed-secrets.ts'

/** People set this for a whole computer to get round one bad certificate, and forget it. */
const UNCHECKED_CERTIFICATES = 'NODE_TLS_REJECT_UNAUTHORIZED'
const NO_MEMORY: PagingMemory = { recall: () => undefined, remember: () => undefined }

/**
 * Builds the engine from its host's ports. Opens nothing before it is needed: a search opens no ledger, and help opens no
 * file at all.
 */
export function createParcelDesk(ports: HostPorts): ParcelDesk {
  const { clock, secrets } = ports
  const { dataDir } = ports.paths
  const logger = createLogger(ports.log)
  /** Until the host listens. */
  const early: Problem[] = []
  let tell = (notice: Problem): void => void early.push(notice)
  const onNotice = (notice: Problem): void => {
    tell(notice)
    logger.warn('notice', { ...notice })
  }
  const clocks = createClockWatch(clock, onNotice)
  const stores = createStores({ dataDir, clock, logger, onNotice, diskProgram: ports.diskProgram })
  const lock = createSharedLock(dataDir)
  const profiles = createProfileStore(join(dataDir, 'profiles.json'), onNotice)
  const paces = createPaces({ clock, silenceClock: ports.silenceClock ?? clock }, ports.policy)
  const clients = { ports, logger, profiles, clocks, paces }
  const verifyPassword = async (signedIn: SignedIn, signal?: AbortSignal): Promise<void> => {
    const client = createClient(clients, signedIn)
    await client.signIn(signal).finally(client.close)
  }
  const accounts = createAccountsService({
    profiles,
    secrets: allowedSecrets(secrets, ports.policy),
    onSecret: logger.addSecret,
    verifyPassword,
  })
  ports.network?.useLogins(accounts.proxies)
  ports.network?.onSlowCertificates((isSlow) => logger.warn(isSlow ? 'certificates.slow' : 'certificates.read', {}))
  const rules = createSavingRules(ports.policy)
  const jobs = createJobsService(() => ENVIRONMENTS.map(stores.saving), dataDir)
  const crashes = createCrashRecords({
    dataDir,
    version: ports.version ?? 'unknown',
    redact: logger.redact,
    isAllowed: () => ports.policy.current().values.CrashDumps,
  })
  const signatures = createSignatureReader({
    now: clock.now,
    trusted: async (signal) => {
      try {
        return (await ports.network?.trustedAuthorities(signal)) ?? []
      } catch (thrown) {
        if (signal?.aborted === true) throw thrown
        logger.warn('authorities.unread', { thrown })
        return []
      }
    },
  })
  warnOfUncheckedCertificates(onNotice)
  ports.paths.notices?.forEach(onNotice)
  ports.policy.current().problems.forEach(onNotice)
  return {
    accounts,
    connect: (signedIn) => {
      const { connection } = signedIn
      const { finder, index } = stores.sets(connection.environment).of(connection.baseUrl)
      const client = createClient(clients, signedIn, index.memory)
      const savingStores = (): SavingStores => stores.saving(connection.environment)
      return createSession({ connection, client, index, finder, clock, dataDir, lock, rules, stores: savingStores })
    },
    jobs,
    feed: stores.feed,
    hasFeed: stores.hasFeed,
    worklists: stores.worklists,
    schedules: stores.schedules,
    texts: (environment) =>
      createTexts({
        index: () => stores.texts(environment),
        places: () => stores.saving(environment).savedPlaces(),
        start: ports.textProcess,
      }),
    testService: async ({ signedIn, hasPassword }, onSteps, signal) => {
      const client = createClient(clients, signedIn)
      const test = { client, connection: signedIn.connection, clock, hasPassword }
      return await testService(test, onSteps, signal).finally(client.close)
    },
    testQueue: async (test, onSteps, signal) => {
      if (test.isStream !== true) {
        await ports.policy.refresh()
        assertQueueAllowed(ports.policy, 'collector')
      }
      return await testQueue({ ...test, link: ports.link, clock }, onSteps, signal)
    },
    subscribe: (queue) => subscribe({ ports, logger }, queue),
    firmPublisher: (exchange, setAside) => createFirmPublisher(publisherOf(ports), exchange, { setAside, clock }),
    checkCollector: async (parts, signal) => {
      assertQueueAllowed(ports.policy, 'collector')
      return await checkCollector({ link: ports.link, publisher: publisherOf(ports) }, parts, signal)
    },
    limit: paces.limit,
    verify: verifyFolder,
    signatures,
    packFolder: async (folder) => {
      const saved = ENVIRONMENTS.flatMap((environment) => [
        ...stores.saving(environment).ledger.inFolder(archiveFolder(folder)),
      ])
      if (saved.length > 0) return await entriesOfFolder(saved)
      throw new AppError({ tag: 'nothing-matched', what: `nothing was saved into ${folder} by this computer` })
    },
    makePack: async (request, run) => {
      rules.assertFolderAllowed(dirname(request.output))
      const read = await signatures.forMany()
      // A file that cannot be read is refused later, with its reason.
      const signaturesOf = (path: string): Promise<string | null> =>
        read(path).then(
          (found) => (found.problem === null ? (signatureMark(found) ?? null) : null),
          () => null,
        )
      return await makePack(request, { program: ports.packProgram, signaturesOf }, run)
    },
    packTemplates: createPackTemplates(dataDir, onNotice),
    lockSaving: lock.take,
    policy: ports.policy,
    onNotice: (listener) => {
      tell = listener
      early.splice(0).forEach(listener)
    },
    logger,
    crashes,
    supportBundle: async (host) => {
      // Loaded on demand: few starts need it.
      const { createSupportBundle } = await import('./support/support-bundle.ts')
      const { probe, checkProgram } = ports
      assertSupportBundleAllowed(ports.policy)
      return await createSupportBundle({
        logDir: join(dataDir, 'logs'),
        feeds: undefined,
        ...host,
        logger,
        clock,
        dataDir,
        crashes,
        policy: ports.policy.current,
        jobs: jobs.list,
        probe,
        checkProgram,
        clockDifferences: clocks.differences(),
      })
    },
    close: stores.close,
  }
}

function warnOfUncheckedCertificates(onNotice: (notice: Problem) => void): void {
  if (process.env[UNCHECKED_CERTIFICATES] !== '0') return
  const message =
    'This variable is set to 0, which makes programs accept any certificate. Parcel Desk ignores it and checks certificates; have it removed, because it leaves other programs open.'
  onNotice({ where: UNCHECKED_CERTIFICATES, message })
}

function publisherOf({ publisher }: HostPorts): NonNullable<HostPorts['publisher']> {
  if (publisher === undefined) throw new Error('this host has no publisher')
  return publisher
}

function subscribe({ ports, logger }: { ports: HostPorts; logger: Logger }, queue: SubscribeRequest): Subscription {
  const { source, use } = queue
  // A stream stays as it is for others.
  if (source.stream === undefined) assertQueueAllowed(ports.policy, use)
  else assertStreamAllowed(ports.policy, source)
  const { link, clock } = ports
  const toFailure = (thrown: unknown): Failure => unexpectedFailure(logger, 'queue', thrown)
  return createSubscription({ ...queue, link, clock, toFailure, reader: 'terminal' })
}

interface ClientParts {
  ports: HostPorts
  logger: Logger
  profiles: ProfileStore
  clocks: ClockWatch
  paces: Paces
}

function createClient(
  { ports, logger, profiles, clocks, paces }: ClientParts,
  { connection, password }: SignedIn,
  memory?: ServiceMemory,
): ExchangeClient {
  assertServiceAllowed(ports.policy, connection)
  const { clock } = ports
  const pace = paces.of(connection.baseUrl, memory?.pace)
  const bare = ports.http(connection.caFile === undefined ? {} : { extraCa: readCaFile(connection.caFile) })
  const plain = clocks.watch(pace.measure(bare))
  const http = ports.log.isDetailed === true ? createLoggedHttp(plain, logger, clock.monotonicMs) : plain
  const onRefused = (): void => {
    try {
      noteRefused(profiles, connection)
    } catch (thrown) {
      // The user has to hear of the refusal, not that it could not be recorded.
      logger.warn('refusal.not-kept', { thrown })
    }
  }
  const redaction = { onSecret: logger.addSecret, onTokenGone: logger.removeSecret }
  const parts = { http, clock, pace, connection, paging: memory?.paging ?? NO_MEMORY }
  return createExchangeClient({ ...parts, password, ...redaction, onRefused })
}

function readCaFile(file: string): string {
  try {
    return readUntrustedSync(file, MAX_PEM_BYTES, { followsLinks: true })
  } catch {
    throw badUsage(`The certificate file ${file} cannot be read.`)
  }
}
