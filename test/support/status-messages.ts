const KINDS = [
  ['DRAFTED', 'APPROVE_COLLAB'],
  ['Signed', 'Sign'],
  ['ISSUED', 'ISSUE'],
  ['TITLE_HELD', 'ISSUE'],
  ['TRANSFER_DRAFTED', 'DRAFT_TRANSFER'],
] as const

/** A status message of the documented shape, 430 bytes, another for each number; each is about a set of its own. */
export function statusMessage(number: number): string {
  const [newStatus = '', action = ''] = KINDS[number % KINDS.length] ?? []
  const id = (kind: string): string => `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
  return JSON.stringify({
    instance: 'DocEx',
    newStatus,
    parcelReference: `PR-${number}`,
    customerId: 'c0000000-0000-4000-8000-000000000001',
    action,
    setId: id('5'),
    updatedDate: 'Fri Nov 20 10:11:12 UTC 2026',
    message: 'The set status has been updated',
    transactionId: id('7'),
    actor: 'someone@example.com',
    actorCompany: 'Example Trading GmbH',
  })
}

export function statusMessages(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => statusMessage(first + index))
}
