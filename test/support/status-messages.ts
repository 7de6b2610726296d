import { uuidOf } from '../exchange-service/seeded-random.ts'

const KINDS = [
  ['DRAFTED', 'APPROVE_COLLAB'],
  ['Signed', 'Sign'],
  ['ISSUED', 'ISSUE'],
  ['TITLE_HELD', 'ISSUE'],
  ['TRANSFER_DRAFTED', 'DRAFT_TRANSFER'],
] as const

/** Each set goes through all kinds, and between two of its messages come those of many others. */
const SETS_AT_ONCE = 4_000
const MESSAGES_AT_ONCE = SETS_AT_ONCE * KINDS.length

/**
 * A status message of the documented shape, 430 bytes, another for each number; five are about the same set. Ids are in no
 * order, as real ones are: a database has to write where they happen to belong.
 */
export function statusMessage(number: number): string {
  const [newStatus = '', action = ''] = KINDS[Math.floor((number % MESSAGES_AT_ONCE) / SETS_AT_ONCE)] ?? []
  const set = Math.floor(number / MESSAGES_AT_ONCE) * SETS_AT_ONCE + (number % SETS_AT_ONCE)
  return JSON.stringify({
    instance: 'DocEx',
    newStatus,
    parcelReference: `PR-${set}`,
    customerId: 'c0000000-0000-4000-8000-000000000001',
    action,
    setId: uuidOf(`set ${set}`),
    updatedDate: 'Fri Nov 20 10:11:12 UTC 2026',
    message: 'The set status has been updated',
    transactionId: uuidOf(`transaction ${number}`),
    actor: 'someone@example.com',
    actorCompany: 'Example Trading GmbH',
  })
}

export function statusMessages(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => statusMessage(first + index))
}
