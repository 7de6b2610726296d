import type { SearchResult } from '../../main/core/parcel-desk.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import type { CommandAction } from '../command-run.ts'
import { counted } from '../counted.ts'
import { incompleteList } from '../incomplete-list.ts'
import { openSession } from '../open-session.ts'
import type { SearchOptions } from '../option-types.ts'
import { readSelection } from '../read-selection.ts'
import { showSearch } from '../show-search.ts'
import { textTable } from '../text-table.ts'

/** `search`: the sets of the selection. */
export const search: CommandAction<SearchOptions> = async (run) => {
  const { screen, interruption } = run
  const selection = await readSelection(run)
  const session = await openSession(run)
  const result = await session.search(selection, showSearch(screen), interruption.stop)
  const failure = failureOf(result)
  const { total, loaded, complete, requests, references, problems } = result
  const sets = Iterator.from(result.sets()).map(setRecord)
  screen.problems(problems)
  await screen.result({ total, loaded, complete, requests, references, sets, problems, failure }, () => lines(result))
  return failure
}

function failureOf({ total, loaded, complete }: SearchResult): DescribedFailure | undefined {
  if (!complete) return incompleteList(`${loaded} of ${total} sets were found`)
  return total === 0 ? describeFailure({ tag: 'nothing-matched', what: 'no set fits the selection' }) : undefined
}

/** The set as it came, with the facts that the service leaves out; documents not listed are null, never “none” (T4, T6). */
function setRecord({ setId, customerId, customerName, documents, received }: ParcelSet): Record<string, unknown> {
  const { setId: _setId, customerId: _customerId, customerName: _customerName, ...rest } = received
  const listed = Array.isArray(rest['documents']) && rest['documents'].length > 0 ? rest['documents'] : documents
  return { setId, customerId, customerName, ...rest, documents: listed ?? null }
}

function* lines(result: SearchResult): Generator<string> {
  yield* textTable(
    ['CUSTOMER', 'SHIPMENT', 'PARCEL', 'STATUS', 'SIGNED', 'VESSEL', 'DOCUMENTS', 'SET'],
    Iterator.from(result.sets()).map((set) => [
      set.customerName,
      set.shipmentRef,
      set.parcelRef,
      set.status,
      set.signature,
      set.vesselName,
      set.documents === undefined ? 'not loaded' : String(set.documents.length),
      set.setId,
    ]),
  )
  const { loaded, total, requests, complete, references } = result
  yield `\n${loaded} of ${total} sets in ${counted(requests, 'call')}`
  yield complete ? ', complete\n' : ', NOT COMPLETE\n'
  for (const { reference, state, sets } of references) {
    if (state !== 'found') yield `${reference}: ${state === 'missing' ? 'missing' : `${sets} sets`}\n`
  }
}
