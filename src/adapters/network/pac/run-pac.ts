import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core'
import { PAC_FUNCTIONS } from './pac-functions.ts'
import { quickjsVariant } from './quickjs-variant.ts'

/** A proxy script, and what it is asked. */
export interface PacQuestion {
  script: string
  url: string
  host: string
}

/** What it answers, not checked in any way; or what is wrong with it, as the end of a sentence. */
export type PacAnswer = { answer: string } | { flaw: string }

export interface PacSurroundings {
  /** The first address of a host; null where it has none. */
  lookUp: (host: string) => Promise<string | null>
  ownAddress: string
  /** As `Date.now`. */
  nowMs: number
  /** As `Date.getTimezoneOffset`: the sandbox has no time zone. */
  offsetMinutes: number
}

const MAX_MEMORY_BYTES = 64 * 1024 * 1024
const MAX_STACK_BYTES = 512 * 1024
/** Of processor time: on a busy computer, as at the start of the day, even a good script may take longer by the clock. */
const MAX_RUN_MS = 1_000
/** More look like a script that searches the network. */
const MAX_LOOKUPS = 20
const MAX_SAID = 100

/**
 * Asks a script in a sandbox without network, files or clock of its own. Where it needs a name looked up, it is stopped and run
 * again with the answer, as Chromium does it.
 */
export async function runPac(question: PacQuestion, surroundings: PacSurroundings): Promise<PacAnswer> {
  const quickjs = await newQuickJSWASMModuleFromVariant(Promise.resolve(quickjsVariant))
  const found = new Map<string, string | null>()
  for (let lookups = 0; lookups <= MAX_LOOKUPS; lookups += 1) {
    const runtime = quickjs.newRuntime({ memoryLimitBytes: MAX_MEMORY_BYTES, maxStackSizeBytes: MAX_STACK_BYTES })
    const endMs = processorMs() + MAX_RUN_MS
    runtime.setInterruptHandler(() => processorMs() > endMs)
    const context = runtime.newContext()
    const run = ask(context, question, { found, surroundings })
    context.dispose()
    runtime.dispose()
    if (run.wanted === undefined) return run.answer
    found.set(run.wanted, await surroundings.lookUp(run.wanted).catch(() => null))
  }
  return { flaw: `looks up more than ${MAX_LOOKUPS} names` }
}

/** What this thread has used of the processor, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

interface Knowledge {
  found: ReadonlyMap<string, string | null>
  surroundings: PacSurroundings
}

interface Run {
  answer: PacAnswer
  /** A name that has to be looked up before it can be asked again. */
  wanted: string | undefined
}

function ask(context: QuickJSContext, { script, url, host }: PacQuestion, { found, surroundings }: Knowledge): Run {
  let wanted: string | undefined
  const lookUp = context.newFunction('lookUp', (given) => {
    const name = context.getString(given).slice(0, 255)
    const address = found.get(name)
    if (address === undefined) {
      wanted ??= name
      throw new Error('not looked up yet')
    }
    return address === null ? context.null : context.newString(address)
  })
  context.setProp(context.global, 'lookUp', lookUp)
  lookUp.dispose()
  const known = JSON.stringify(surroundings.ownAddress)
  const before = `var ownAddress = ${known}, nowMs = ${surroundings.nowMs}, offsetMinutes = ${surroundings.offsetMinutes};${PAC_FUNCTIONS}`
  const question = `String(FindProxyForURL(${JSON.stringify(url)}, ${JSON.stringify(host)}))`
  for (const [code, file] of [
    [before, 'before'],
    [script, 'the script'],
  ] as const) {
    const flaw = flawOf(context, context.evalCode(code, file))
    if (flaw !== undefined) return { answer: { flaw }, wanted }
  }
  const result = context.evalCode(question, 'question')
  if (result.error !== undefined) return { answer: { flaw: flawOf(context, result) ?? '' }, wanted }
  const answer = context.getString(result.value)
  result.value.dispose()
  // A script may catch what stops it; its answer then is none.
  return { answer: { answer: answer.slice(0, 10_000) }, wanted }
}

type Evaluated = ReturnType<QuickJSContext['evalCode']>

function flawOf(context: QuickJSContext, result: Evaluated): string | undefined {
  if (result.error === undefined) {
    result.value.dispose()
    return undefined
  }
  const message = messageIn(context, result.error)
  result.error.dispose()
  if (message === 'interrupted') return `does not come to an end within a second`
  if (message === undefined || message === 'out of memory') return 'takes more memory than a proxy script needs'
  return `fails with “${message.slice(0, MAX_SAID)}”`
}

/**
 * Undefined for null, which is thrown where there is no memory for more. Of an object only its message is read: as a whole it would
 * be copied out of the sandbox, where no limit of memory holds, and one that refers to itself many times becomes very large.
 */
function messageIn(context: QuickJSContext, thrown: QuickJSHandle): string | undefined {
  if (context.sameValue(thrown, context.null)) return undefined
  if (!['object', 'function'].includes(context.typeof(thrown))) return String(context.dump(thrown))
  using message = context.getProp(thrown, 'message')
  return context.typeof(message) === 'string' ? context.getString(message) : 'something that is no error'
}
