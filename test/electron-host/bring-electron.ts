import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { describeDownloadFailure } from './download-failures.ts'
import { type ElectronPlace, findElectron } from './electron-program.ts'

const WATCHER = pathToFileURL(path.join(import.meta.dirname, 'watch-installer.ts')).href
/** Ours, and the one that Electron’s own installer once had. */
const FORBIDDING = ['PARCEL_DESK_NO_DOWNLOAD', 'ELECTRON_SKIP_BINARY_DOWNLOAD']

/** How long nothing may come. There is no limit on the whole: a slow line is no fault. */
interface Patience {
  /** Until there is a connection: who has no network is not to wait. */
  connectMs: number
  /** Between one piece and the next, the first included, which a proxy may hold back until it has looked at all. */
  silenceMs: number
  /** After the last one: unpacking says nothing. */
  unpackMs: number
}

const PATIENCE: Patience = { connectMs: 7_000, silenceMs: 60_000, unpackMs: 5 * 60_000 }

interface BringOptions extends ElectronPlace {
  say: (text: string) => void
  patience?: Patience
}

export type Brought = { program: string } | { program: undefined; why: string }

/**
 * Electron’s program, fetched by the package’s own installer where it is missing: npm installs the package without it. The
 * installer obeys its environment (mirror, cache), and checks what it gets against the sums in the package. Ends with a
 * sentence where nothing was brought.
 */
export async function bringElectron({ say, patience = PATIENCE, ...place }: BringOptions): Promise<Brought> {
  const env = place.env ?? process.env
  const found = findElectron(place)
  if (found.program !== undefined) {
    if (found.flaw !== undefined) say(`${found.flaw}. It is started all the same.`)
    return { program: found.program }
  }
  const because = found.flaw === undefined ? '' : `: ${found.flaw}`
  if (found.isGiven) return { program: undefined, why: `Electron cannot be started${because}.` }
  const forbidding = FORBIDDING.find((name) => isSet(env[name]))
  if (forbidding !== undefined) {
    const why = `Electron’s program is not installed${because}, and ${forbidding} forbids to fetch it.`
    return { program: undefined, why }
  }
  if (found.flaw !== undefined) say(`${found.flaw}.`)
  const temporary = await mkdtemp(path.join(tmpdir(), 'parcel-desk-electron-'))
  try {
    const failure = await runInstaller({ ...found, env: installerEnvironment(env, temporary), say, patience })
    const { program } = findElectron(place)
    if (program !== undefined) return { program }
    return {
      program: undefined,
      why: `Electron’s program could not be fetched: ${failure ?? 'the installer left none'}.`,
    }
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}

const news = z.discriminatedUnion('what', [
  z.object({ what: z.literal('asks'), address: z.string() }),
  z.object({ what: z.literal('connected') }),
  z.object({ what: z.literal('bytes'), bytes: z.number(), total: z.number() }),
  z.object({ what: z.literal('complete') }),
])

interface Installation {
  folder: string
  version: string
  env: NodeJS.ProcessEnv
  say: (text: string) => void
  patience: Patience
}

/** Resolves with what went wrong, or undefined. */
async function runInstaller({ folder, version, env, say, patience }: Installation): Promise<string | undefined> {
  try {
    // What is there is another version's, or half of this one.
    for (const old of ['dist', 'path.txt']) await rm(path.join(folder, old), { recursive: true, force: true })
  } catch (thrown) {
    return describeDownloadFailure(String(thrown))
  }
  const words = ['--import', WATCHER, path.join(folder, 'install.js')]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let server: string | undefined
  let lastWords = ''
  let silence: string | undefined
  const progress = createProgress(say)
  const wait = (ms: number, meaning: string): NodeJS.Timeout =>
    setTimeout(() => {
      silence = meaning
      child.kill('SIGKILL')
    }, ms)
  let waiting = wait(patience.connectMs, 'there was no connection')
  const waitAnew = (ms: number, meaning: string): void => {
    clearTimeout(waiting)
    waiting = wait(ms, meaning)
  }
  child.stderr?.on('data', (chunk: Buffer) => (lastWords += chunk.toString('utf8')))
  child.on('message', (message) => {
    const heard = news.parse(message)
    if (heard.what === 'asks') {
      // It asks once more, for the checksums, where it is told to take those of the mirror.
      if (server !== undefined) return
      server = URL.parse(heard.address)?.host ?? heard.address
      say(`Electron’s program is fetched once (version ${version}, about 120 MB), from ${server}.`)
    } else if (heard.what === 'complete') {
      waitAnew(patience.unpackMs, 'what it sent was not unpacked')
    } else {
      if (heard.what === 'bytes') progress(heard)
      waitAnew(patience.silenceMs, 'nothing more came')
    }
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      lastWords += error.message
      resolve(null)
    })
    child.once('close', resolve)
  })
  clearTimeout(waiting)
  if (code === 0) return undefined
  return `${server ?? 'the installer'}: ${silence ?? describeDownloadFailure(lastWords)}`
}

/** A line each tenth. */
function createProgress(say: (text: string) => void): (done: { bytes: number; total: number }) => void {
  let told = 0
  return ({ bytes, total }) => {
    const tenths = total === 0 ? 0 : Math.floor((bytes / total) * 10)
    if (tenths <= told) return
    told = tenths
    say(`  ${tenths * 10} % of ${Math.ceil(total / 1_000_000)} MB`)
  }
}

/**
 * Proxies and authorities as npm found them: who could install the packages can fetch the program too. Node takes them from
 * the environment by itself only when told to.
 */
function installerEnvironment(env: NodeJS.ProcessEnv, temporary: string): NodeJS.ProcessEnv {
  const proxy = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['npm_config_https_proxy'] ?? env['npm_config_proxy']
  return {
    ...env,
    ...(isSet(proxy) ? { HTTPS_PROXY: proxy } : {}),
    NODE_USE_ENV_PROXY: '1',
    NODE_USE_SYSTEM_CA: '1',
    // This process tells it.
    ELECTRON_GET_NO_PROGRESS: '1',
    ...Object.fromEntries(['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, temporary])),
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0'
}
