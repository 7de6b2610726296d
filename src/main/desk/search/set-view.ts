import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Output } from '../../../shared/contract/contract.ts'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../../shared/model/feed-entry.ts'
import { stateLabel } from '../../../shared/text/set-fields.ts'
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
  const found = await stat(path).catch(() => undefined)
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
  const seen = history === undefined ? [] : describeHistory(history)
  const all = [...seen, ...changes.map(describeChange), ...entries.flatMap(describeMessage), ...describeSaves(versions)]
  return all.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** Both messages of one act stay (T13). Entries from checks are left out: the searches behind them are in the history. */
function describeMessage({ source, newStatus, actor, actorCompany, ...entry }: ListedEntry): Sighting[] {
  if (source === 'check' || newStatus === null) return []
  const who = [actor, actorCompany].filter((text) => text !== null && text.trim() !== '').join(', ')
  const by = who === '' ? '' : ` by ${who}`
  const sent = entry.updatedDate === null ? '' : `, sent ${entry.updatedDate}`
  const late = entry.isOutdated ? ' A newer state was known when it came.' : ''
  const text = `A message said “${stateLabel(newStatus)}”${by}${sent}.${late}`
  return [{ at: entry.updatedAt ?? entry.seenAt, kind: 'message', text }]
}

function describeHistory({ firstSeenAt, firstStatus, changes }: SetHistory): Sighting[] {
  const state = firstStatus === null ? 'without a state' : `as “${stateLabel(firstStatus)}”`
  const first: Sighting = { at: firstSeenAt, kind: 'first-seen', text: `First found by a search, ${state}.` }
  const changed = changes.map(({ seenAt, before, after }): Sighting => ({
    at: seenAt,
    kind: 'state-changed',
    text: `A search found “${stateLabel(after)}”; before it was “${stateLabel(before)}”.`,
  }))
  return [first, ...changed]
}

/** “A search found a change: Vessel is “MV B”, was “MV A”.” */
function describeChange({ seenAt, fields }: RowChange): Sighting {
  const parts = fields.map(({ field, before, after }) => {
    const earlier = before === null || before.trim() === '' ? 'empty' : `“${plainText(before)}”`
    return `${FIELD_NAMES[field]} is “${plainText(after)}”, was ${earlier}`
  })
  return { at: seenAt, kind: 'row-changed', text: `A search found a change: ${parts.join('; ')}.` }
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
    const text = `${counted(others.length + 1, 'document')} saved to ${last.folder}.`
    return [{ at: last.savedAt, kind: 'saved' as const, text }]
  })
}
