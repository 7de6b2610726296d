import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { PackForm } from '../../../shared/model/pack.ts'
import { counted } from '../../../shared/text/format.ts'
import { inOrder } from '../../../engine/pack/pack-order.ts'
import type { PackEntry } from '../../../engine/pack/plan-pack.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { isTaken } from '../../../engine/saving/disk/disk.ts'
import { portableName } from '../../../engine/saving/names/file-names.ts'
import { DEFAULT_STATUS } from '../../../engine/search/selection.ts'
import type { ChosenFolders } from '../chosen-paths.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { HandlersOf } from '../router.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import type { JobEnds } from '../schedules/job-ends.ts'
import type { OpenSessions } from '../sessions.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

export interface PackDependencies {
  engine: Pick<ParcelDesk, 'makePack' | 'packTemplates'>
  sessions: Pick<OpenSessions, 'find'>
  folders: Pick<FoldersPort, 'chooseFolder' | 'showInFolder'>
  chosen: Pick<ChosenFolders, 'find' | 'markUsed'>
  queue: Pick<JobQueue, 'start'>
  ends: JobEnds
  events: Pick<EventHub, 'emit'>
  settings: Pick<SettingsStore, 'read'>
}

interface DeskPack {
  packId: string
  sessionId: string
  request: { setIds: readonly string[]; status: string }
  entries: PackEntry[]
  lacks: string[]
  stop: AbortController
  made?: string
}

/** A dialog shows one; its last toast may still offer to show another. */
const MAX_PACKS = 4

/** Answers the page about packs. The page names documents by their places in a plan. */
export function createPackHandlers(dependencies: PackDependencies): HandlersOf<'packs'> {
  const { engine, sessions, folders, events } = dependencies
  const packs = new Map<string, DeskPack>()
  const find = (packId: string): DeskPack => {
    const pack = packs.get(packId)
    if (pack === undefined) throw badUsage('This pack is not planned any more.', 'Open “Make a pack” again.')
    return pack
  }
  return {
    'packs.plan': async ({ sessionId, setIds, template }, signal) => {
      const order = template === null ? undefined : engine.packTemplates.find(template)
      const request = { setIds, status: DEFAULT_STATUS }
      const { entries, lacks } = inOrder(await sessions.find(sessionId).session.packSets(request, signal), order)
      const pack = { packId: randomUUID(), sessionId, request, entries, lacks, stop: new AbortController() }
      const [oldest] = packs.keys()
      if (packs.size >= MAX_PACKS && oldest !== undefined) packs.delete(oldest)
      packs.set(pack.packId, pack)
      return { packId: pack.packId, entries, lacks }
    },
    'packs.write': async ({ packId, form, order, folderId }, signal) => {
      const pack = find(packId)
      const place = await folders.chooseFolder('Folder to put the pack into', undefined)
      if (place === undefined) return { made: null }
      pack.stop = new AbortController()
      const stop = AbortSignal.any([signal, pack.stop.signal])
      const tell = (isSaving: boolean, done: number): void =>
        events.emit('packs.progressed', { packId, isSaving, done, total: order.length }, packId)
      const ordered = [...new Set(order)].flatMap((at) => pack.entries[at] ?? [])
      if (folderId !== null && ordered.some(({ file }) => file === null)) {
        tell(true, 0)
        await saveFirst(dependencies, pack, { entries: ordered, folderId, signal: stop })
      }
      const entries = ordered.map((entry) => pack.entries.find((one) => isSameDocument(one, entry)) ?? entry)
      const output = await freePath(place, nameOf(entries), form)
      const onProgress = (done: number): void => tell(false, done)
      const made = await engine.makePack({ form, output, entries, lacks: pack.lacks }, { onProgress, signal: stop })
      pack.made = output
      return { made: { ...made, name: basename(output) } }
    },
    'packs.cancel': ({ packId }) => {
      find(packId).stop.abort()
      return {}
    },
    'packs.show': async ({ packId }) => {
      const { made } = find(packId)
      if (made !== undefined) await folders.showInFolder(made)
      return {}
    },
    'packs.templates': () => ({ templates: engine.packTemplates.list() }),
    'packs.keepTemplates': ({ templates }) => {
      engine.packTemplates.keep(templates)
      return {}
    },
  }
}

/** By a job, as any save; the entries of the pack are those that there are then. */
async function saveFirst(
  { sessions, chosen, queue, ends, settings }: PackDependencies,
  pack: DeskPack,
  { entries, folderId, signal }: { entries: PackEntry[]; folderId: string; signal: AbortSignal },
): Promise<void> {
  const { session } = sessions.find(pack.sessionId)
  const { pattern, concurrency } = settings.read()
  const { status } = pack.request
  const where = { folder: chosen.find(folderId).path, pattern, status }
  const jobId = queue.start(session, await session.planForPack(entries, where, signal), concurrency)
  chosen.markUsed(folderId)
  const { failure } = await ends.ended(jobId, signal)
  pack.entries = await session.packSets(pack.request, signal)
  if (failure !== null) throw badUsage(failure.message, failure.next)
}

function isSameDocument(one: PackEntry, other: PackEntry): boolean {
  return one.setId === other.setId && one.documentId === other.documentId
}

function nameOf(entries: readonly PackEntry[]): string {
  const [shipment, ...others] = new Set(entries.map(({ shipmentRef }) => shipmentRef))
  const sets = new Set(entries.map(({ setId }) => setId)).size
  const what = others.length === 0 ? (shipment ?? null) : null
  return portableName(`Pack ${what ?? counted(sets, 'set')}`)
}

/** A name that nothing has there. */
async function freePath(folder: string, name: string, form: PackForm): Promise<string> {
  const ending = form === 'zip' ? '.zip' : ''
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : ` (${number})`}${ending}`)
    if (!(await isTaken(path))) return path
  }
}
