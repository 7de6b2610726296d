import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { numberOfWords } from '../../shared/text/number-words.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { SearchResult } from '../../engine/search/selection.ts'
import type { CommandAction } from '../command-run.ts'
import { openSession } from '../connection/open-session.ts'
import { readSelection } from '../connection/read-selection.ts'
import type { SearchOptions } from '../options/option-types.ts'
import { incompleteList, showSearch } from '../reports/report-save.ts'
import { textTable } from '../terminal/text-table.ts'

/** `search`: lists the sets of the selection. */
export const search: CommandAction<SearchOptions> = async (run) => {
  const { screen, interruption } = run
  const selection = await readSelection(run)
  const session = await openSession(run)
  const result = await session.search(selection, { onProgress: showSearch(screen) }, interruption.stop)
  const failure = failureOf(result)
  const { total, loaded, complete, requests, references, problems } = result
  const sets = Iterator.from(result.sets()).map(setRecord)
  screen.problems(problems)
  await screen.result({ total, loaded, complete, requests, references, sets, problems, failure }, () =>
    lines(result, screen.columns),
  )
  return failure
}

/** What could not be read is not “nothing there”: only a complete search can have matched nothing. */
function failureOf({ sets, loaded, complete }: SearchResult): DescribedFailure | undefined {
  if (!complete) return incompleteList(`${counted(loaded, 'set')} found`)
  // Sets may have been found, but none in the requested state.
  const isEmpty = sets()[Symbol.iterator]().next().done === true
  return isEmpty ? describeFailure({ tag: 'nothing-matched', what: 'no set fits the selection' }) : undefined
}

/** The set as received, with its customer, whom the service leaves out; unlisted documents are null (T4, T6). */
function setRecord({ setId, customerId, customerName, documents, received }: ParcelSet): Record<string, unknown> {
  const { setId: _setId, customerId: _customerId, customerName: _customerName, ...rest } = received
  return { setId, customerId, customerName, ...rest, documents: rest['documents'] ?? documents ?? null }
}

function* lines(result: SearchResult, columns: number | undefined): Generator<string> {
  let shown = 0
  yield* textTable(
    ['CUSTOMER', 'SHIPMENT', 'PARCEL', 'STATUS', 'SIGNED', 'DOCUMENTS', 'VESSEL'],
    Iterator.from(result.sets()).map((set) => {
      shown += 1
      const documents = set.documents === undefined ? 'not loaded' : String(set.documents.length)
      return [set.customerName, set.shipmentRef, set.parcelRef, set.status, set.signature, documents, set.vesselName]
    }),
    { columns, cuttable: ['CUSTOMER', 'PARCEL', 'STATUS', 'VESSEL'] },
  )
  const { loaded, total, requests, complete, references } = result
  yield `${shown === 0 ? '' : '\n'}${loaded} of ${total} sets in ${counted(requests, 'call')}`
  yield complete ? ', complete' : ', NOT COMPLETE'
  yield shown < loaded ? `; ${shown} of them in the state asked for\n` : '\n'
  const missing = complete ? 'missing' : 'not found, in a search that is not complete'
  for (const { reference, state, sets, understoodAs } of references) {
    if (understoodAs !== undefined) yield plainText(`${reference}: ${numberOfWords(understoodAs)}`) + '\n'
    if (state !== 'found') yield `${plainText(reference)}: ${state === 'missing' ? missing : `${sets} sets`}\n`
  }
}
