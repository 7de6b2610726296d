import { fileURLToPath } from 'node:url'
import { AppError, messageOf } from '../../../shared/errors/app-error.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import type { FindWays } from '../../../adapters/network/network.ts'
import { readScriptAnswer } from '../../../adapters/network/ways.ts'
import { hostPort } from '../../../shared/text/addresses.ts'
import { withinTime } from '../../../engine/base/async.ts'
import { readUntrusted } from '../../../engine/files/open-untrusted.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'

/** Resolving may involve a proxy script on a server that does not answer. */
const SEARCH_TIMEOUT_MS = 20_000

/**
 * The system's proxies for a place, in the order in which they are to be tried. `resolve` answers as a proxy script does:
 * `PROXY a:8080; PROXY b:8080; DIRECT`. Fails with service-unreachable if there is no answer, or none that can be read.
 */
export function createSystemProxy(resolve: (url: string) => Promise<string>, clock: Pick<ClockPort, 'wait'>): FindWays {
  return async (place) => {
    // Only the origin: paths are none of a proxy script's business.
    const { origin } = new URL(`https://${hostPort(place)}`)
    const lateError = (): Error => unreachable(origin, 'this computer did not say which proxy leads there')
    const answer = await withinTime(resolve(origin), { clock, timeMs: SEARCH_TIMEOUT_MS, lateError })
    return readScriptAnswer(answer, origin)
  }
}

/** What Electron's session has for it. */
export interface ScriptSession {
  setProxy(config: { mode: 'pac_script'; pacScript: string }): Promise<void>
  forceReloadProxyConfig(): Promise<void>
  resolveProxy(url: string): Promise<string>
}

/** As browsers allow. */
const MAX_SCRIPT_BYTES = 1024 * 1024
/** A script may change, as may the network. */
const KEPT_MS = 5 * 60_000

/**
 * The proxies that the script at an address names, as Chromium reads, runs and understands it. Fails with service-unreachable,
 * which names the script: where it cannot be read or throws, Chromium answers nothing, and nothing else takes its place.
 */
export function createScriptProxy(
  open: () => ScriptSession,
  clock: Pick<ClockPort, 'wait' | 'monotonicMs'>,
): (url: string) => FindWays {
  let current: { url: string; untilMs: number; session: Promise<ScriptSession> } | undefined
  const sessionFor = (url: string): Promise<ScriptSession> => {
    if (current?.url === url && current.untilMs > clock.monotonicMs()) return current.session
    const session = openFor(url, open)
    current = { url, untilMs: clock.monotonicMs() + KEPT_MS, session }
    // A failure is not kept: the drive may be back in a moment.
    session.catch(() => (current = undefined))
    return session
  }
  return (url) => {
    const resolve = async (origin: string): Promise<string> => {
      const flawed = (flaw: string): AppError =>
        unreachable(origin, `the proxy script ${plainText(url, 200)} ${flaw}; ask your IT department to repair it`)
      const session = await sessionFor(url).catch((thrown: unknown) => {
        throw flawed(`cannot be read: ${plainText(messageOf(thrown), 200)}`)
      })
      const answer = await session.resolveProxy(origin)
      if (answer === '') throw flawed('cannot be read, or fails')
      return answer
    }
    return createSystemProxy(resolve, clock)
  }
}

async function openFor(url: string, open: () => ScriptSession): Promise<ScriptSession> {
  const pacScript = await scriptFor(url)
  const session = open()
  await session.setProxy({ mode: 'pac_script', pacScript })
  // Reads it again, and answers only once the settings have reached the process that resolves.
  await session.forceReloadProxyConfig()
  return session
}

/** Chromium reads scripts from the web only, so one in a file is handed to it. */
async function scriptFor(url: string): Promise<string> {
  const address = new URL(url)
  if (address.protocol !== 'file:') return url
  const script = await readUntrusted(fileURLToPath(address), MAX_SCRIPT_BYTES, { followsLinks: true })
  return `data:application/x-ns-proxy-autoconfig;charset=utf-8;base64,${Buffer.from(script).toString('base64')}`
}

function unreachable(origin: string, reason: string): AppError {
  return new AppError({ tag: 'service-unreachable', origin, reason })
}
