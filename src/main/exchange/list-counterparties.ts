import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/is-uuid.ts'
import type { Endpoints } from './endpoints.ts'
import type { ExchangeCaller } from './exchange-caller.ts'

const ENDPOINT = 'the list of counterparties'
const row = z.looseObject({ customerId: z.string().refine(isUuid), customerName: z.string().nullish() })

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
  const answer = await caller.json(request, signal)
  if (!Array.isArray(answer)) {
    throw new AppError({ tag: 'unreadable-answer', endpoint: ENDPOINT, reason: 'it is not a list' })
  }
  const byId = new Map<string, Counterparty>()
  let unreadable = 0
  for (const item of answer) {
    const parsed = row.safeParse(item)
    if (!parsed.success) {
      unreadable += 1
      continue
    }
    const { customerId, customerName } = parsed.data
    byId.set(customerId, { customerId, customerName: customerName?.trim() || customerId })
  }
  const problems =
    unreadable === 0 ? [] : [{ where: ENDPOINT, message: `${unreadable} of ${answer.length} rows could not be read` }]
  return { counterparties: [...byId.values()], problems }
}
