import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { PackForm } from '../../../shared/model/pack.ts'
import { counted } from '../../../shared/text/format.ts'
import { inOrder, type PackPlan } from '../../../engine/pack/pack-order.ts'
import type { PackEntry } from '../../../engine/pack/plan-pack.ts'
import { isTaken } from '../../../engine/saving/disk/disk.ts'
import { portableName } from '../../../engine/saving/names/file-names.ts'
import { DEFAULT_STATUS } from '../../../engine/search/selection.ts'
import type { ChosenFolder } from '../chosen-paths.ts'
import type { DeskCore } from '../desk-core.ts'
import type { Room } from '../room.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import { createJobEnds } from '../saving/job-ends.ts'

interface DeskPack extends PackPlan {
  sessionId: string
  request: { setIds: readonly string[]; status: string }
  stop: AbortController
  made?: string
}

/** A dialog shows one; what others have left is soon forgotten. */
const MAX_PACKS = 4

/** Answers the page about packs. The page names documents by their places in a plan. */
export function registerPacks(desk: DeskCore, queue: JobQueue): Room<'packs'> {
  const { engine, sessions, events, chosenFolders: chosen } = desk
  const { folders } = desk.ports
  const saveFirst = createSavingFirst(desk, queue)
  const packs = new Map<string, DeskPack>()
  const find = (packId: string): DeskPack => {
    const pack = packs.get(packId)
    if (pack === undefined) throw badUsage('This pack is not planned any more.', 'Open “Make a pack” again.')
    return pack
  }
  const lastFolder = (): ChosenFolder | undefined => chosen.list().find(({ isThere }) => isThere)
  const newFolder = async (): Promise<ChosenFolder | undefined> => {
    const path = await folders.chooseFolder('Folder to save the documents into', undefined)
    return path === undefined ? undefined : chosen.add(path)
  }
  const handlers: Room<'packs'>['handlers'] = {
    'packs.plan': async ({ sessionId, setIds, template }, signal) => {
      const order = template === null ? undefined : engine.packTemplates.find(template)
      const request = { setIds, status: DEFAULT_STATUS }
      const plan = inOrder(await sessions.find(sessionId).session.packSets(request, signal), order)
      const packId = randomUUID()
      const [oldest] = packs.keys()
      if (packs.size >= MAX_PACKS && oldest !== undefined) packs.delete(oldest)
      packs.set(packId, { sessionId, request, ...plan, stop: new AbortController() })
      const entries = plan.entries.map((entry) => ({ ...entry, isOutdated: entry.file?.isOutdated ?? false }))
      return { packId, ...plan, entries, savesInto: lastFolder()?.path ?? null }
    },
    'packs.write': async ({ packId, form, order }, signal) => {
      const pack = find(packId)
      pack.stop = new AbortController()
      const stop = AbortSignal.any([signal, pack.stop.signal])
      const tell = (isSaving: boolean, done: number): void =>
        events.emit('packs.progressed', { packId, isSaving, done, total: order.length }, packId)
      let entries = [...new Set(order)].flatMap((at) => pack.entries[at] ?? [])
      const isLacking = entries.some(({ file }) => file === null)
      const archive = isLacking ? (lastFolder() ?? (await newFolder())) : undefined
      if (isLacking && archive === undefined) return { made: null }
      const place = await folders.chooseFolder('Folder to put the pack into', undefined)
      if (place === undefined) return { made: null }
      if (archive !== undefined) {
        tell(true, 0)
        entries = await saveFirst(pack, { entries, archive }, stop)
      }
      const output = await freePath(place, nameOf(entries), form)
      const run = { onProgress: (done: number) => tell(false, done), signal: stop }
      const made = await engine.makePack({ form, output, entries, lacks: pack.lacks }, run)
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
  return { handlers }
}

type SaveFirst = (
  pack: DeskPack,
  what: { entries: readonly PackEntry[]; archive: ChosenFolder },
  signal: AbortSignal,
) => Promise<PackEntry[]>

/** Saves what is lacking by a job, as any save; resolves with the same documents as they are then. */
function createSavingFirst(
  { engine, sessions, events, settings, chosenFolders }: DeskCore,
  queue: JobQueue,
): SaveFirst {
  const ends = createJobEnds({ engine, queue, events })
  return async ({ sessionId, request }, { entries, archive }, signal) => {
    const { session } = sessions.find(sessionId)
    const { pattern, concurrency } = settings.read()
    const where = { folder: archive.path, pattern, status: request.status }
    const jobId = queue.start(session, await session.planForPack(entries, where, signal), concurrency)
    chosenFolders.markUsed(archive.folderId)
    const { failure } = await ends.ended(jobId, signal)
    if (failure !== null) throw badUsage(failure.message, failure.next)
    const now = await session.packSets(request, signal)
    const keyOf = ({ setId, documentId }: PackEntry): string => `${setId} ${documentId}`
    const byKey = new Map(now.map((entry) => [keyOf(entry), entry]))
    return entries.map((entry) => byKey.get(keyOf(entry)) ?? entry)
  }
}

function nameOf(entries: readonly PackEntry[]): string {
  const [shipment, ...others] = new Set(entries.map(({ shipmentRef }) => shipmentRef))
  const sets = new Set(entries.map(({ setId }) => setId)).size
  return portableName(`Pack ${others.length === 0 && shipment ? shipment : counted(sets, 'set')}`)
}

/** A name that nothing has there. */
async function freePath(folder: string, name: string, form: PackForm): Promise<string> {
  const ending = form === 'zip' ? '.zip' : ''
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : ` (${number})`}${ending}`)
    if (!(await isTaken(path))) return path
  }
}
