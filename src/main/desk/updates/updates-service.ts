import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import { badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import { type Logger, unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { HostPorts } from '../../../engine/ports/host-ports.ts'
import type { HttpPort } from '../../../engine/ports/http.ts'
import type { UpdaterPort } from '../desk-ports.ts'
import { fetchFeed, fetchUpdate, isWhole } from './fetch-update.ts'
import { feedAddress, type Offer, readFeed, UpdateProblem } from './read-feed.ts'

/** Nobody waits for it: the start has other work. */
const FIRST_CHECK_MS = 2 * 60_000
const CHECK_EVERY_MS = 6 * 60 * 60_000

export type UpdatesView = Output<'updates.check'>

export interface UpdatesService {
  view(): UpdatesView
  /** Begins to check by itself, now and then. */
  start(): void
  check(): Promise<UpdatesView>
  download(): Promise<UpdatesView>
  /** Fails with bad-usage while documents are saved, or if no version is ready. */
  install(): Promise<void>
  /** The settings or the policy may have changed. */
  apply(): void
  stop(): void
}

interface UpdatesDependencies {
  /** Undefined in a host that is no installed program. */
  updater: UpdaterPort | undefined
  http: HostPorts['http']
  clock: ClockPort
  dataDir: string
  /** The version that runs. */
  current: string
  logger: Logger
  /** What organisation and user have set; without an address nothing is asked. */
  wanted(): { mode: UpdatesView['mode']; address: string | null }
  /** Whether documents are being saved with this data folder, by whatever process. */
  isSaving(): boolean
  onChanged(view: UpdatesView): void
  /** A newer version was found, or is ready; called once for each. */
  onNews(sentence: string): void
}

/** Keeps the program up to date as far as organisation and user want it. Installs only when the user says so. */
export function createUpdatesService(dependencies: UpdatesDependencies): UpdatesService {
  const { updater, clock, dataDir, current, logger, wanted, isSaving, onChanged, onNews } = dependencies
  const stopping = new AbortController()
  const { signal } = stopping
  let http: HttpPort | undefined
  let offer: Offer | undefined
  /** Fetched and checked. */
  let ready: { file: string; of: Offer } | undefined
  let lastNews = ''
  let running: Promise<void> | undefined
  let state: Pick<UpdatesView, 'state' | 'sentence'> = { state: 'idle', sentence: 'Updates were not checked yet.' }

  const view = (): UpdatesView => {
    const { mode, address } = wanted()
    const told = unavailable(updater, address) ?? (mode === 'off' ? OFF : state)
    return { mode, version: offer?.version ?? null, ...told }
  }
  let shown = view()
  const tell = (): void => {
    shown = view()
    onChanged(shown)
  }
  const set = (next: typeof state): void => {
    state = next
    tell()
  }
  const tellOnce = (sentence: string): void => {
    if (lastNews === sentence) return
    lastNews = sentence
    onNews(sentence)
  }
  const client = (): HttpPort => (http ??= dependencies.http({}))

  const look = async (port: UpdaterPort, address: string): Promise<void> => {
    if (port.installed.form === undefined) return
    // What is ready can be installed meanwhile, and whatever becomes of the request.
    if (ready === undefined) set({ state: 'checking', sentence: 'Asking for a newer version…' })
    const url = feedAddress(address, port.installed.form)
    const content = await parsed(port, await fetchFeed(client(), url, signal), url)
    const before = ready
    ready = undefined
    offer = readFeed(content, { url, form: port.installed.form, current })
    if (offer === undefined) {
      set({ state: 'current', sentence: `Parcel Desk ${current} is the newest version.` })
      return
    }
    if (offer.version === before?.of.version && offer.sha512 === before.of.sha512) {
      ready = before
      return
    }
    const sentence = `Parcel Desk ${offer.version} is available.`
    set({ state: 'available', sentence })
    if (wanted().mode === 'notify') tellOnce(sentence)
  }
  const fetchOffer = async (port: UpdaterPort): Promise<void> => {
    if (offer === undefined) return
    set({ state: 'downloading', sentence: `Fetching Parcel Desk ${offer.version}…` })
    const file = await fetchUpdate({ http: client(), offer, folder: join(dataDir, 'updates') }, signal)
    const refusal = await port.verify(file)
    if (refusal !== undefined) throw new UpdateProblem(`${refusal} Parcel Desk ${offer.version} is not installed.`)
    ready = { file, of: offer }
    const sentence = `Parcel Desk ${offer.version} is ready to install.`
    set({ state: 'ready', sentence: port.afterRestart === undefined ? sentence : `${sentence} ${port.afterRestart}` })
    tellOnce(sentence)
  }
  /** One at a time; whoever asks meanwhile gets the same. */
  const run = async (fetches: boolean): Promise<UpdatesView> => {
    const { mode, address } = wanted()
    if (updater?.installed.form === undefined || address === null || mode === 'off') return view()
    const work = async (): Promise<void> => {
      await look(updater, address)
      if (ready === undefined && fetches) await fetchOffer(updater)
    }
    running ??= work()
      .catch((thrown: unknown) => {
        const sentence = wordsOf(thrown, logger)
        if (ready === undefined) set({ state: 'failed', sentence })
      })
      .finally(() => {
        running = undefined
      })
    await running
    return view()
  }
  const checkNowAndThen = async (): Promise<void> => {
    await clock.wait(FIRST_CHECK_MS, signal)
    for (;;) {
      await run(wanted().mode === 'download')
      await clock.wait(CHECK_EVERY_MS, signal)
    }
  }
  return {
    view,
    start: () => {
      if (updater?.installed.form !== undefined) checkNowAndThen().catch(ignoring('only stopping ends it'))
    },
    check: () => run(wanted().mode === 'download'),
    download: async () => {
      const { state: after } = await run(true)
      // It was a check that was under way, which fetches nothing.
      return after === 'available' ? await run(true) : view()
    },
    install: async () => {
      if (updater === undefined || ready === undefined || view().state !== 'ready') {
        throw badUsage('No newer version is ready to install.', 'Check for updates first.')
      }
      if (isSaving()) {
        throw badUsage(
          'Documents are being saved. Nothing is installed meanwhile.',
          'Install the update when the save has ended, or pause it.',
        )
      }
      // It may have lain there for days.
      const { file, of } = ready
      const isSame = await isWhole(file, of)
      const refusal = isSame ? await updater.verify(file) : 'The file was changed since it was fetched.'
      if (refusal !== undefined) {
        ready = undefined
        set({ state: 'failed', sentence: `${refusal} Check for updates to fetch it again.` })
        throw badUsage(refusal, 'Check for updates to fetch it again.')
      }
      await updater.install(file)
    },
    apply: () => {
      if (!isDeepStrictEqual(view(), shown)) tell()
    },
    stop: () => {
      stopping.abort()
      http?.close()
    },
  }
}

const OFF = { state: 'off', sentence: 'Updates are off. Nothing is asked.' } as const

function unavailable(
  updater: UpdaterPort | undefined,
  address: string | null,
): Pick<UpdatesView, 'state' | 'sentence'> | undefined {
  const why = updater === undefined ? 'This copy runs from its sources.' : updater.installed.why
  if (why !== undefined) return { state: 'unavailable', sentence: why }
  if (address !== null) return undefined
  const sentence = 'Your organisation has set no address for updates. New versions come from whoever gave you this one.'
  return { state: 'unavailable', sentence }
}

async function parsed(port: UpdaterPort, text: string, url: URL): Promise<unknown> {
  try {
    return await port.parse(text)
  } catch {
    throw new UpdateProblem(`${url.origin}${url.pathname} is not a list of versions. Nothing was changed.`)
  }
}

/** What went wrong, and what to do where that is known. */
function wordsOf(thrown: unknown, logger: Logger): string {
  if (thrown instanceof UpdateProblem) return thrown.message
  const { message, next } = describeFailure(failureOf(thrown) ?? unexpectedFailure(logger, 'updates', thrown), 'desk')
  return logger.redact(`${message} ${next}`)
}
