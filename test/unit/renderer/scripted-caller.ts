import type { Caller } from '../../../src/renderer/client/desk-client.ts'
import type { Input, MethodName, Output } from '../../../src/shared/contract/contract.ts'

type Answers = { [Name in MethodName]?: (input: Input<Name>) => Output<Name> | Promise<Output<Name>> }

export interface ScriptedCaller extends Caller {
  /** What was called, in order. */
  readonly calls: { readonly name: MethodName; readonly input: unknown }[]
  /** The inputs of one method. */
  inputsOf(name: MethodName): unknown[]
}

/** The main process as a test says it answers. What it does not answer fails by its name. */
export function scriptedCaller(answers: Answers): ScriptedCaller {
  const calls: ScriptedCaller['calls'] = []
  return {
    calls,
    inputsOf: (name) => calls.filter((one) => one.name === name).map(({ input }) => input),
    async call(name, input) {
      calls.push({ name, input })
      const answer = answers[name]
      if (answer === undefined) throw new Error(`no answer to ${name}`)
      return await answer(input)
    },
    failureIn: (thrown) => ({ message: thrown instanceof Error ? thrown.message : String(thrown), next: 'Try again.' }),
  }
}
