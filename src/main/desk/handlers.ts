import type { z } from 'zod'
import type { contract, MethodName } from '../../shared/contract/contract.ts'

type Methods = typeof contract.methods

/** Answers one method: takes its parsed input, returns what its output schema will be parsed from. */
export type Handler<Name extends MethodName> = (
  input: z.output<Methods[Name]['input']>,
  signal: AbortSignal,
) => z.input<Methods[Name]['output']> | Promise<z.input<Methods[Name]['output']>>

/** One handler for every method; the compiler names the one that is missing. */
export type Handlers = { [Name in MethodName]: Handler<Name> }

/** The handlers of one group, such as `search`. */
export type HandlersOf<Group extends string> = Pick<Handlers, Extract<MethodName, `${Group}.${string}`>>
