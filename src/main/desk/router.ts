import type { z } from 'zod'
import type { Reply } from '../../shared/contract/bridge.ts'
import { contract, type MethodName } from '../../shared/contract/contract.ts'
import { badUsage, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { type Logger, unexpectedFailure } from '../../engine/base/logger.ts'

export interface Router {
  /**
   * Answers a call of the page. Name and input are not trusted; the output is parsed too, so that nothing leaves that the
   * contract does not name. Never rejects.
   */
  answer(name: unknown, input: unknown): Promise<Reply>
  /** Aborts the calls under way. */
  close(): void
}

type AnyHandler = (input: unknown, signal: AbortSignal) => unknown

/** Every call: check the name, parse the input, call the handler, parse the output. The host has checked the sender. */
export function createRouter(handlers: Handlers, logger: Logger): Router {
  const stop = new AbortController()
  // The one cast: from here on each handler gets what its own schema has parsed.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  const table = handlers as unknown as Record<MethodName, AnyHandler>
  const run = async (name: unknown, input: unknown): Promise<unknown> => {
    if (!isMethod(name)) throw badUsage('The page asked for something that the application does not know.')
    const method: { input: z.ZodType; output: z.ZodType } = contract.methods[name]
    const parsed = method.input.safeParse(input)
    if (!parsed.success) throw badUsage(`${name}: ${describeFirstIssue(parsed.error)}`)
    return method.output.parse(await table[name](parsed.data, stop.signal))
  }
  return {
    answer: async (name, input) => {
      try {
        return { isOk: true, value: await run(name, input) }
      } catch (thrown) {
        const failure = failureOf(thrown) ?? unexpectedFailure(logger, `call ${String(name)}`, thrown)
        const { tag, message, next } = describeFailure(failure, 'desk')
        return { isOk: false, failure: { tag, message: logger.redact(message), next: logger.redact(next) } }
      }
    },
    close: () => {
      stop.abort()
    },
  }
}

function isMethod(name: unknown): name is MethodName {
  return typeof name === 'string' && Object.hasOwn(contract.methods, name)
}

/** Where the input differs from the contract, without the value, which may be a password. */
function describeFirstIssue({ issues }: z.ZodError): string {
  const [first] = issues
  return first === undefined ? 'not as agreed' : `${first.path.join('.')} is not as agreed (${first.code})`
}

type Methods = typeof contract.methods

/** Answers one method: takes its parsed input, returns the input of its output schema. */
export type Handler<Name extends MethodName> = (
  input: z.output<Methods[Name]['input']>,
  signal: AbortSignal,
) => z.input<Methods[Name]['output']> | Promise<z.input<Methods[Name]['output']>>

/** One handler for every method; the compiler reports a missing one. */
export type Handlers = { [Name in MethodName]: Handler<Name> }

/** The handlers of one group, such as `search`. */
export type HandlersOf<Group extends string> = Pick<Handlers, Extract<MethodName, `${Group}.${string}`>>
