import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { counted } from '../../shared/text/format.ts'
import type { CommandAction } from '../command-run.ts'
import { openSession } from '../connection/open-session.ts'
import type { CounterpartiesOptions } from '../options/option-types.ts'
import { incompleteList } from '../reports/report-save.ts'
import { textTable } from '../terminal/text-table.ts'

/** `counterparties`: the customers, or those whose name contains the text of --name, ignoring case. */
export const counterparties: CommandAction<CounterpartiesOptions> = async (run) => {
  const session = await openSession(run)
  const { counterparties: all, problems, isWhole } = await session.customers(run.interruption.stop)
  const { name } = run.options
  const searched = folded(name ?? '')
  const found = all.filter(({ customerName }) => folded(customerName).includes(searched))
  const documents = found.map(({ customerId, customerName }) => ({ customerId, customerName }))
  run.screen.problems(problems)
  await run.screen.result(documents, function* () {
    yield* textTable(
      ['CUSTOMER', 'ID'],
      found.map(({ customerName, customerId }) => [customerName, customerId]),
    )
    yield `${found.length === 0 ? '' : '\n'}${found.length} of ${all.length} customers\n`
  })
  if (!isWhole) return incompleteList(`${counted(found.length, 'customer')} found`)
  if (found.length > 0) return undefined
  const what = name === undefined ? 'the service lists no customers' : `no customer’s name holds “${name}”`
  return describeFailure({ tag: 'nothing-matched', what })
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')
}
