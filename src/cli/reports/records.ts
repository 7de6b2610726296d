import type { Connection } from '../../shared/model/connection.ts'
import type { FeedEntry, ListedEntry } from '../../shared/model/feed-entry.ts'
import { stateLabel } from '../../shared/text/set-fields.ts'

/** An entry as `watch` prints it with --json; scripts depend on names and order. */
export function entryRecord(entry: FeedEntry): object {
  const { raw, reason } = entry
  if (!entry.isReadable) return { unreadable: true, raw, reason }
  return {
    setId: entry.setId,
    parcelReference: entry.parcelReference,
    customerId: entry.customerId,
    newStatus: entry.newStatus,
    state: entry.state,
    action: entry.action,
    instance: entry.instance,
    actor: entry.actor,
    actorCompany: entry.actorCompany,
    updatedDate: entry.updatedDate,
    updatedAt: entry.updatedAt,
    seenAt: entry.seenAt,
    transactionId: entry.transactionId,
    redelivered: entry.isRedelivered,
    outdated: entry.isOutdated,
    source: entry.source,
    raw,
  }
}

/** The same as `inbox` prints it. */
export function storedRecord(entry: FeedEntry): object {
  const { id, received, environment } = entry
  return { ...entryRecord(entry), id, received, environment }
}

export const ENTRY_HEADINGS = ['SEEN (UTC)', 'STATE', 'CUSTOMER', 'SHIPMENT', 'PARCEL', 'BY', 'SOURCE']

/** The same as a table row under those headings. */
export function entryCells(entry: ListedEntry): (string | null)[] {
  const seen = entry.seenAt.slice(0, 19).replace('T', ' ')
  if (!entry.isReadable) return [seen, 'unreadable', null, null, null, `(${entry.reason ?? ''})`, entry.source]
  const { newStatus, customerName, customerId, shipmentRef, parcelReference, source } = entry
  const state = newStatus === null ? null : stateLabel(newStatus)
  return [seen, state, customerName ?? customerId, shipmentRef, parcelReference, whoActed(entry), source]
}

/** T14. */
function whoActed({ actor, actorCompany }: ListedEntry): string | null {
  if (actor === null || actorCompany === null) return actor ?? actorCompany
  return `${actor} (${actorCompany})`
}

/** A saved account as the command line prints it: field by field, so that nothing else in a connection is ever printed. */
export function profileRecord(connection: Connection) {
  const { profile, environment, baseUrl, username, credentialForm, caFile } = connection
  return { profile: profile ?? null, environment, baseUrl, username, credentialForm, caFile: caFile ?? null }
}
