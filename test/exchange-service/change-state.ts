import type { StoredSet } from './exchange-data.ts'
import { spokenDate } from './spoken-date.ts'

/** The kinds of notification, as the reference has them, and how a search then shows the state. */
const KINDS = {
  drafted: { newStatus: 'DRAFTED', action: 'APPROVE_COLLAB', status: 'drafted' },
  signed: { newStatus: 'Signed', action: 'Sign', status: 'signed' },
  issued: { newStatus: 'ISSUED', action: 'ISSUE', status: 'issued' },
  titleHeld: { newStatus: 'TITLE_HELD', action: 'ISSUE', status: 'title_held' },
  transferDrafted: { newStatus: 'TRANSFER_DRAFTED', action: 'DRAFT_TRANSFER', status: 'transfer_drafted' },
} as const

export type ChangeKind = keyof typeof KINDS

export interface Change {
  kind: ChangeKind
  actor: string
  company: string
  at: Date
}

/**
 * Moves a set to a state, as an act of a company would: a search finds it so from now on. Returns the message that belongs
 * on the queue of the customer; it is for the caller to publish. docs/service.md “Status messages”.
 */
export function changeState({ row, customerId, instance }: StoredSet, { kind, actor, company, at }: Change): string {
  const { newStatus, action, status } = KINDS[kind]
  row.status = status
  row.modifiedDate = spokenDate(at.getTime())
  if (kind === 'signed') row.signature = oneMore(row.signature)
  const isDraft = kind === 'drafted' || kind === 'transferDrafted'
  return JSON.stringify({
    instance,
    newStatus,
    parcelReference: row.parcelRef,
    customerId,
    action,
    setId: row.setId,
    updatedDate: updatedDate(at),
    message: 'The set status has been updated',
    transactionId: row.transactionId,
    ...(isDraft ? { user: actor } : { actor, actorCompany: company }),
  })
}

/** `Fri Nov 20 10:11:12 UTC 2026`. */
function updatedDate(at: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = at.toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${day} ${time} UTC ${year}`
}

function oneMore(signature: string | null): string | null {
  const [, signed = '0', total = '0'] = /^(\d+) of (\d+)$/.exec(signature ?? '') ?? []
  return Number(signed) < Number(total) ? `${Number(signed) + 1} of ${total}` : signature
}
