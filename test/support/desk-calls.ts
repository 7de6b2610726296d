import { type Handlers, createRouter, type Router } from '../../src/main/desk/router.ts'
import type { Logger } from '../../src/engine/base/logger.ts'
import type { Input, MethodName, Output } from '../../src/shared/contract/contract.ts'
import type { DescribedFailure } from '../../src/shared/errors/failure.ts'

/** The calls of a page, through the router: inputs and outputs are parsed as in the application. */
export interface DeskCalls {
  router: Router
  /** A failure fails the test. */
  call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  /** The failure of a call; success fails the test. */
  refused<Name extends MethodName>(name: Name, input: Input<Name>): Promise<DescribedFailure>
}

/** A page with these handlers; other calls fail. */
export function createDeskCalls(handlers: Partial<Handlers>, logger: Logger): DeskCalls {
  // The one cast: a missing handler shows in the test as an unexpected failure.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  const router = createRouter(handlers as Handlers, logger)
  return {
    router,
    call: async <Name extends MethodName>(name: Name, input: Input<Name>) => {
      const reply = await router.answer(name, input)
      if (!reply.isOk) throw new Error(`${name}: ${reply.failure.tag}: ${reply.failure.message}`)
      // The one cast: the router has parsed the value by the schema that this type comes from.
      // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
      return reply.value as Output<Name>
    },
    refused: async (name, input) => {
      const reply = await router.answer(name, input)
      if (reply.isOk) throw new Error(`${name} did not fail`)
      return reply.failure
    },
  }
}
