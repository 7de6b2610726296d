import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../../shared/model/feed-entry.ts'
import { foldState } from '../../../shared/text/set-fields.ts'
import { counted } from '../../../shared/text/format.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import type { FeedStore } from '../../../engine/feed/inbox/inbox-store.ts'
import type { SavedVersion } from '../../../engine/saving/records/ledger.ts'
import type { ComparedField, RowChange } from '../../../engine/search/row-changes.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'
import type { SetHistory } from '../../../engine/search/set-index.ts'
import { describeRow } from './set-rows.ts'

type SetView = Output<'sets.read'>
type SavedPlace = NonNullable<SetView['documents']>[number]['saved'][number]
type Sighting = SetView['timeline'][number]

/**
 * A set with everything that this installation knows of it, including its entries in the inbox. Fails with bad-usage for a
 * set that no search has found.
 */
export async function describeSet(
  seen: SeenSets,
  setId: string,
  inbox: Pick<FeedStore, 'ofSet' | 'knownState'>,
): Promise<SetView> {
  const [set] = seen.read([setId])
  if (set === undefined) throw badUsage('This set was not found by any search here.', 'Search for it.')
  const versions = seen.savedVersions(setId)
  const places = await Promise.all(versions.map(describePlace))
  const savedOf = (documentId: string): SavedPlace[] =>
    places.filter((_place, at) => versions[at]?.documentId === documentId)
  return {
    row: describeRow(set, seen.savedDocuments([setId]).get(setId), inbox.knownState(setId)),
    received: JSON.stringify(set.received, undefined, 2),
    documents: set.documents?.map((document) => ({ ...document, saved: savedOf(document.documentId) })) ?? null,
    timeline: describeTimeline({
      history: seen.history(setId),
      changes: seen.rowChanges(setId),
      versions,
      entries: inbox.ofSet(setId),
    }),
  }
}

/** A saved file, and whether it is there as it was saved. */
export async function describePlace({
  folder,
  relativePath,
  savedAt,
  bytes,
  sha256,
}: SavedVersion): Promise<SavedPlace> {
  const path = join(folder, relativePath)
  const size = await sizeOf(path)
  // Only the size is compared: verifying reads every byte.
  return { path, savedAt, bytes, sha256, isThere: size !== undefined, isChanged: size !== undefined && size !== bytes }
}

/** Undefined if it is not a file. Asynchronous, because a network drive may be slow. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(ignoring('no file, no size'))
  return found?.isFile() === true ? found.size : undefined
}

interface SetEvents {
  history: SetHistory | undefined
  changes: readonly RowChange[]
  versions: readonly SavedVersion[]
  entries: readonly ListedEntry[]
}

/** Newest first. */
function describeTimeline({ history, changes, versions, entries }: SetEvents): Sighting[] {
  const messages = entries.filter(({ source, newStatus }) => source !== 'check' && newStatus !== null)
  const seen = history === undefined ? [] : describeHistory(history, messages)
  const all = [...seen, ...changes.map(describeChange), ...messages.map(describeMessage), ...describeSaves(versions)]
  return all.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** Both messages of one act stay (T13). Entries from checks are left out: the searches behind them are in the history. */
function describeMessage(entry: ListedEntry): Sighting {
  const { newStatus, actor, actorCompany, isOutdated } = entry
  const who = [actor, actorCompany].filter((text) => text !== null && text.trim() !== '').join(', ')
  const by = who === '' ? 'said by a message' : plainText(who)
  const text = isOutdated ? `${by}; it came when a newer state was known` : by
  return { at: messageTime(entry), kind: 'message', state: newStatus, text }
}

function messageTime({ updatedAt, seenAt }: ListedEntry): string {
  return updatedAt ?? seenAt
}

/** What a message had said before a search found it is told once, with who did it. */
function describeHistory(
  { firstSeenAt, firstStatus, changes }: SetHistory,
  messages: readonly ListedEntry[],
): Sighting[] {
  const first: Sighting = { at: firstSeenAt, kind: 'first-seen', state: firstStatus, text: 'first found by a search' }
  const found = changes.filter(({ seenAt, after }, at) => {
    const since = changes[at - 1]?.seenAt ?? firstSeenAt
    const isSaid = (entry: ListedEntry): boolean =>
      isSameState(entry.newStatus, after) && messageTime(entry) > since && messageTime(entry) <= seenAt
    return !messages.some(isSaid)
  })
  return [
    first,
    ...found.map(({ seenAt, after }): Sighting => ({
      at: seenAt,
      kind: 'state-changed',
      state: after,
      text: 'found by a search',
    })),
  ]
}

function isSameState(one: string | null, other: string | null): boolean {
  return foldState(one ?? '') === foldState(other ?? '')
}

/** “Vessel is “MV B”, was “MV A”; found by a search” */
function describeChange({ seenAt, fields }: RowChange): Sighting {
  const parts = fields.map(({ field, before, after }) => {
    const earlier = before === null || before.trim() === '' ? 'empty' : `“${plainText(before)}”`
    return `${FIELD_NAMES[field]} is “${plainText(after)}”, was ${earlier}`
  })
  return { at: seenAt, kind: 'row-changed', state: null, text: `${parts.join('; ')}; found by a search` }
}

/** As the columns of the page call them. */
const FIELD_NAMES: Readonly<Record<ComparedField, string>> = {
  parcelRef: 'Parcel',
  shipmentRef: 'Shipment',
  signature: 'Signed',
  billOfLadingDate: 'B/L date',
  vesselName: 'Vessel',
  loadPort: 'Load port',
  destinationName: 'Destination',
  destinationCountry: 'Country',
  cargoName: 'Cargo',
  quantity: 'Quantity',
  consignorCompanyName: 'Consignor',
  consigneeCompanyName: 'Consignee',
}

/** One line for what a job saved into a folder, at the time of its last document. */
function describeSaves(versions: readonly SavedVersion[]): Sighting[] {
  const byJob = Map.groupBy(versions, ({ jobId, folder }) => `${jobId}\n${folder}`)
  return [...byJob.values()].flatMap(([last, ...others]) => {
    if (last === undefined) return []
    const text = `${counted(others.length + 1, 'document')} saved to ${last.folder}`
    return [{ at: last.savedAt, kind: 'saved' as const, state: null, text }]
  })
}
