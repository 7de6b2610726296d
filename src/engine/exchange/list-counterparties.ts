import { z } from 'zod'
import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import { withPauses } from '../base/with-pauses.ts'
import { isUuid } from '../../shared/text/is-uuid.ts'
import { LONGEST_FIELD, plainText } from '../../shared/text/plain-text.ts'
import { unreadable } from './answer-failures.ts'
import type { Endpoints } from './endpoints.ts'
import type { ExchangeCaller } from './authorised-call.ts'

const ENDPOINT = 'the list of counterparties'
/** A wrong type spoils the name, not the customer (T19). */
const row = z.looseObject({ customerId: z.string().refine(isUuid), customerName: z.string().nullish().catch(null) })

/**
 * The customers that this user may see (reference “Get counterparties”, unpaged: T34). A row without a valid id is
 * counted as a problem; a nameless one is shown by its id. Fails with unreadable-answer when it is no list at all.
 */
export async function listCounterparties(
  caller: ExchangeCaller,
  endpoints: Endpoints,
  signal?: AbortSignal,
): Promise<{ counterparties: Counterparty[]; problems: Problem[] }> {
  const request = { method: 'GET', url: endpoints.counterparties, endpoint: ENDPOINT, headers: {} } as const
  const { json: answer } = await caller.json(request, signal)
  if (!Array.isArray(answer)) throw unreadable(ENDPOINT, 'it is not a list')
  const byId = new Map<string, Counterparty>()
  let lost = 0
  for await (const item of withPauses<unknown>(answer, signal)) {
    const { data: read } = row.safeParse(item)
    if (read === undefined) lost += 1
    else {
      const { customerId, customerName } = read
      byId.set(customerId, { customerId, customerName: plainText(customerName ?? '', LONGEST_FIELD) || customerId })
    }
  }
  const problems =
    lost === 0 ? [] : [{ where: ENDPOINT, message: `${lost} of ${answer.length} rows could not be read` }]
  return { counterparties: [...byId.values()], problems }
}
