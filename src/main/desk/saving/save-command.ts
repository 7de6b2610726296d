import type { Selection } from '../../../shared/model/selection.ts'
import type { Connection } from '../../../shared/model/connection.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import { literalInPosix, literalOnWindows } from '../../../engine/base/shell-words.ts'
import type { PlanOptions } from '../../../engine/saving/plan/save-plan.ts'
import { DEFAULT_STATUS } from '../../../engine/search/selection.ts'

/** Windows cuts a command line off at 8,191 characters; a line that long is no use elsewhere either. */
const MAX_LINE = 8_000

export interface SaveCommand {
  connection: Connection
  selection: Selection
  /** The sets chosen one by one; null for all that the selection finds. */
  chosen: readonly ParcelSet[] | null
  options: PlanOptions
}

type Word = readonly [option: string, value?: string]

/**
 * The same save as a command line (docs/command-line.md), never with a password. Sets chosen one by one are named by their
 * references. Empty where no line can express it: too long, a set without a reference, text that cannot be typed or that a
 * shell of the system would not take literally. References come from the service: none may inject a command.
 */
export function saveCommand(command: SaveCommand, platform: NodeJS.Platform = process.platform): string {
  const selection = selectionWords(command)
  if (selection === null) return ''
  const words = [...connectionWords(command.connection), ...selection, ...optionWords(command.options)]
  const written = words.map((word) => writtenWord(word, platform))
  if (written.includes(null)) return ''
  const line = ['parcel-desk', 'save', ...written].join(' ')
  return line.length > MAX_LINE ? '' : line
}

function connectionWords({ profile, baseUrl, username, ...rest }: Connection): Word[] {
  if (profile !== undefined) return [['--profile', profile]]
  return [
    ['--base-url', baseUrl],
    ['--username', username],
    ...unless(rest.credentialForm === 'basic', ['--credential-form', rest.credentialForm]),
    ...unless(rest.environment === 'production', ['--environment', rest.environment]),
    ...(rest.caFile === undefined ? [] : [['--ca-file', rest.caFile] as const]),
  ]
}

function selectionWords({ selection, chosen }: SaveCommand): Word[] | null {
  const { customers, shipmentRefs, status, instance, filters, states } = selection
  const named = chosen === null ? { customers, shipmentRefs } : namesOf(chosen, customers)
  if (named === null) return null
  return [
    ...named.customers.map((customer): Word => ['--customer', customer]),
    ...named.shipmentRefs.map((reference): Word => ['--shipment-ref', reference]),
    ...unless(status === DEFAULT_STATUS, ['--status', status]),
    ...(instance === null ? [] : [['--instance', instance] as const]),
    ...Object.entries(filters).map(([name, value]): Word => ['--filter', `${name}=${value}`]),
    ...states.map((state): Word => ['--state', state]),
  ]
}

/** Customers and references of sets; null where one of the sets has no reference. */
function namesOf(
  chosen: readonly ParcelSet[],
  customers: readonly string[],
): Pick<Selection, 'customers' | 'shipmentRefs'> | null {
  const references = new Set(chosen.map(({ shipmentRef }) => shipmentRef))
  const owners = new Set(chosen.map(({ customerId }) => customerId))
  const shipmentRefs = [...references].filter((reference) => reference !== null)
  const ownerIds = [...owners].filter((owner) => owner !== null)
  if (shipmentRefs.length < references.size) return null
  return { shipmentRefs, customers: ownerIds.length < owners.size ? [...customers] : ownerIds }
}

function optionWords({ folder, pattern, docTypes, conflict, isOnlyNew }: PlanOptions): Word[] {
  return [
    ['--to', folder],
    ['--name', pattern],
    ...docTypes.map((docType): Word => ['--doc-type', docType]),
    ...unless(conflict === 'keep-both', ['--conflict', conflict]),
    ...unless(!isOnlyNew, ['--only-new']),
  ]
}

function unless(isDefault: boolean, word: Word): Word[] {
  return isDefault ? [] : [word]
}

function writtenWord([option, value]: Word, platform: NodeJS.Platform): string | null {
  if (value === undefined) return option
  const literal = platform === 'win32' ? literalOnWindows(value) : literalInPosix(value)
  if (literal === null) return null
  // A value that begins with a dash would be read as the next option.
  return `${option}${value.startsWith('-') ? '=' : ' '}${literal}`
}
