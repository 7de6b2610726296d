import { parseArgs } from 'node:util'
import { z } from 'zod'
import { demoBroker } from '../../shared/contract/feeds-contract.ts'
import { isLoopbackHost } from '../../shared/text/addresses.ts'
import { COMMAND_HELP } from '../../cli/options/help-texts.ts'
import { type TypedPathFlaw, typedPathFlaw } from '../../engine/saving/names/typed-path.ts'
import type { HostFacts } from '../desk/desk-ports.ts'

/** What this start of the program is for. */
export type Launch =
  | { kind: 'desk'; dataDir: string | undefined; demo: HostFacts['demo']; isHidden: boolean }
  /** Checks that the package is complete, prints the result and ends. */
  | { kind: 'self-check' }
  /** For the command line beside the desk: `Parcel Desk save …`. */
  | { kind: 'command-line'; words: string[] }
  /** The installed program does not start with this word. */
  | { kind: 'refused'; word: string }
  /** Nobody can mean this data folder, as the command line would say too. */
  | { kind: 'misplaced'; dataDir: string; flaw: TypedPathFlaw }

/** Starts into the tray, because nobody asked for a window yet. */
export const HIDDEN = '--hidden'

/** The words for a start that comes after this one, whose window somebody wants to see. */
export function wordsToStartAgain(argv: readonly string[]): string[] {
  return argv.slice(1).filter((word) => word !== HIDDEN)
}

interface ProcessStart {
  argv: readonly string[]
  /** If not, the first argument is the application's folder. */
  isPackaged: boolean
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

/**
 * What an AppImage puts before the words of its user where the system gives Chromium no sandbox. Commands need none, because no
 * page is opened for them; the desk does not start without.
 */
const OF_APP_RUN = '--no-sandbox'
const COMMAND_WORDS = new Set([...Object.keys(COMMAND_HELP), 'help', '--help', '-h', '--version'])

/** Only a known first word makes it a command line: desktop environments add arguments of their own. */
export function readLaunch({ argv, isPackaged, env, platform }: ProcessStart): Launch {
  const all = argv.slice(isPackaged ? 1 : 2)
  const isUnconfined = isPackaged && platform === 'linux' && all[0] === OF_APP_RUN
  const words = isUnconfined ? all.slice(1) : all
  const [first = ''] = words
  if (COMMAND_WORDS.has(first)) return { kind: 'command-line', words }
  const foreign = isPackaged ? foreignSwitch(words, platform) : undefined
  if (foreign !== undefined) return { kind: 'refused', word: foreign }
  const { values } = parseArgs({ args: words, strict: false, allowPositionals: true, options: OPTIONS })
  if (values['notices'] === true) return { kind: 'command-line', words: ['notices'] }
  if (isUnconfined) return { kind: 'refused', word: OF_APP_RUN }
  if (values['self-check'] === true) return { kind: 'self-check' }
  const given = values['data-dir'] ?? env['PARCEL_DESK_DATA_DIR']
  const dataDir = typeof given === 'string' && given !== '' ? given : undefined
  const flaw = dataDir === undefined ? undefined : typedPathFlaw(dataDir, platform)
  if (dataDir !== undefined && flaw !== undefined) return { kind: 'misplaced', dataDir, flaw }
  return { kind: 'desk', dataDir, demo: readDemo(env['PARCEL_DESK_DEMO']), isHidden: values['hidden'] === true }
}

/** The service that demo and tests start beside the desk. Only one on this computer is accepted, because anybody may have set the variable. */
function readDemo(text: string | undefined): HostFacts['demo'] {
  if (text === undefined) return null
  try {
    return demoService.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const demoService = z.object({
  baseUrl: z.string().refine(isOnThisComputer),
  username: z.string(),
  password: z.string(),
  broker: demoBroker.extend({ hosts: z.array(z.string().refine(isLoopbackHost)) }).optional(),
})

function isOnThisComputer(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && isLoopbackHost(url.host)
}

const OPTIONS = {
  notices: { type: 'boolean' },
  'self-check': { type: 'boolean' },
  'data-dir': { type: 'string' },
  hidden: { type: 'boolean' },
} as const

/** What the installed program knows. What others add opens the program to nobody. */
const KNOWN_SWITCHES: ReadonlySet<string> = new Set([
  'data-dir',
  'hidden',
  'notices',
  'self-check',
  // The updater, when it starts the new version.
  'updated',
  // Windows, when somebody clicks a notification after the program has ended, …
  'notification-launch-id',
  'toastactivated',
  'embedding',
  // … how a screen is driven: on Linux the kind of desktop and of GTK, on remote desktops the scale and no graphics card, …
  'ozone-platform',
  'ozone-platform-hint',
  'gtk-version',
  'force-device-scale-factor',
  'disable-gpu',
  // … for screen readers that Chromium does not notice, and for input methods under Wayland, …
  'force-renderer-accessibility',
  'enable-wayland-ime',
  // … and the keyring of Chromium's own key, which protects nothing here: passwords are kept by keytar, and the page has no cookie.
  'password-store',
])
/** The number by which macOS started a program. */
const PROCESS_NUMBER = /^-psn_\d+_\d+$/

/**
 * The first word that Chromium would take as a switch and that Parcel Desk does not know; undefined if there is none. Many of
 * Chromium's switches open the program to others: its page to any debugger, its traffic to any proxy, its sandbox (W-L9). No fuse
 * covers them, and a list of the bad ones would miss the next, so only known ones are taken. On Windows Chromium takes “/” for
 * “-”, and upper case for lower case; everywhere it takes the blanks around a word away first.
 */
function foreignSwitch(words: readonly string[], platform: NodeJS.Platform): string | undefined {
  return words.map(withoutBlanks).find((word) => {
    const [, name] = (platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(word) ?? []
    if (name === undefined || PROCESS_NUMBER.test(word)) return false
    return !KNOWN_SWITCHES.has(platform === 'win32' ? name.toLowerCase() : name)
  })
}

/** Of more kinds than Chromium takes away (base/command_line.cc): Unicode's blanks and everything that shows nothing. */
function withoutBlanks(word: string): string {
  return word.replaceAll(/^[\s\p{C}]+|[\s\p{C}]+$/gu, '')
}
