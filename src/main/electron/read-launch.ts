import { parseArgs } from 'node:util'
import { z } from 'zod'
import { demoBroker } from '../../shared/contract/feeds-contract.ts'
import { COMMAND_HELP } from '../../cli/options/help-texts.ts'
import type { HostFacts } from '../desk/desk-ports.ts'

/** What a start of the program is to be. */
export type Launch =
  | { kind: 'desk'; dataDir: string | undefined; demo: HostFacts['demo']; isHidden: boolean }
  /** Starts, looks whether everything is there, prints what it found and ends. */
  | { kind: 'self-check' }
  /** The command line without a window: `Parcel Desk save …`. */
  | { kind: 'command-line'; words: string[] }

interface ProcessStart {
  argv: readonly string[]
  /** Unpackaged, the first argument is the application's folder. */
  isPackaged: boolean
  env: Readonly<Record<string, string | undefined>>
}

const COMMAND_WORDS = new Set([...Object.keys(COMMAND_HELP), 'help', '--help', '-h', '--version'])

/** Only a known word makes a command line: Chromium and desktops add arguments of their own. */
export function readLaunch({ argv, isPackaged, env }: ProcessStart): Launch {
  const words = argv.slice(isPackaged ? 1 : 2)
  const [first = ''] = words
  if (COMMAND_WORDS.has(first)) return { kind: 'command-line', words }
  const { values } = parseArgs({ args: words, strict: false, allowPositionals: true, options: OPTIONS })
  if (values['self-check'] === true) return { kind: 'self-check' }
  const dataDir = values['data-dir'] ?? env['PARCEL_DESK_DATA_DIR']
  const isGiven = typeof dataDir === 'string' && dataDir !== ''
  const isHidden = values['hidden'] === true
  return { kind: 'desk', dataDir: isGiven ? dataDir : undefined, demo: readDemo(env['PARCEL_DESK_DEMO']), isHidden }
}

/** The service that the demo and the tests start beside the desk; never one elsewhere, whoever set the environment. */
function readDemo(text: string | undefined): HostFacts['demo'] {
  if (text === undefined) return null
  try {
    return demoService.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/?$/
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/
const demoService = z.object({
  baseUrl: z.string().regex(LOOPBACK),
  username: z.string(),
  password: z.string(),
  broker: demoBroker.extend({ hosts: z.array(z.string().regex(LOOPBACK_HOST)) }).optional(),
})

const OPTIONS = {
  'self-check': { type: 'boolean' },
  'data-dir': { type: 'string' },
  hidden: { type: 'boolean' },
} as const
