import { cleanQuantity } from './set-fields.ts'

interface QuantitySum {
  /** Exact, with as many decimals as the longest of them: `12500.50`. */
  readonly total: string
  /** As written by the service; empty if it wrote none. */
  readonly unit: string
}

interface QuantitySums {
  /** One for each unit, the largest first, so that a filter does not turn them round; the one without a unit last. */
  readonly sums: readonly QuantitySum[]
  /** How many are in no sum: without a quantity (T17), or not to be read for certain. */
  readonly uncounted: number
}

/**
 * Sums of quantities such as `30 MT`, by whole numbers, because binary fractions do not add up. A quantity that can be read in
 * two ways is left out and counted: a total that may be wrong is worse than one that says what it lacks.
 */
export function sumQuantities(quantities: Iterable<string | null>): QuantitySums {
  // Few differ among many: each is parsed once.
  const counts = new Map<string, number>()
  for (const quantity of quantities) counts.set(quantity ?? '', (counts.get(quantity ?? '') ?? 0) + 1)
  const parts = new Map<string, Addend[]>()
  let uncounted = 0
  for (const [text, count] of counts) {
    const [, number = '', unit = ''] = QUANTITY.exec(cleanQuantity(text)) ?? []
    const decimal = parseDecimal(number)
    if (decimal === undefined) uncounted += count
    else parts.set(unit, [...(parts.get(unit) ?? []), { ...decimal, count }])
  }
  const sums = Array.from(parts, ([unit, addends]) => ({ total: totalOf(addends), unit }))
  return { sums: sums.toSorted(inOrder), uncounted }
}

function inOrder(one: QuantitySum, other: QuantitySum): number {
  if (one.unit === '' || other.unit === '') return one.unit === '' ? 1 : -1
  return Number(other.total) - Number(one.total) || (one.unit < other.unit ? -1 : 1)
}

const QUANTITY = /^([\d.,]{1,40})(?: (\D.{0,39}))?$/

/** `digits` without its point, of which the last `decimals` follow it. */
interface Decimal {
  readonly digits: string
  readonly decimals: number
}

const PLAIN = /^(\d+)(?:\.(\d+))?$/
/** Commas group thousands only beyond doubt: `61,000` alone may also have a decimal comma. */
const GROUPED = /^(\d{1,3}(?:,\d{3})+)\.(\d+)$|^(\d{1,3}(?:,\d{3}){2,})$/

function parseDecimal(text: string): Decimal | undefined {
  const [, whole, decimals = ''] = PLAIN.exec(text) ?? []
  if (whole !== undefined) return { digits: whole + decimals, decimals: decimals.length }
  const [, grouped, fraction = '', whole2] = GROUPED.exec(text) ?? []
  const digits = grouped ?? whole2
  return digits === undefined ? undefined : { digits: digits.replaceAll(',', '') + fraction, decimals: fraction.length }
}

interface Addend extends Decimal {
  readonly count: number
}

function totalOf(addends: readonly Addend[]): string {
  const decimals = Math.max(...addends.map((addend) => addend.decimals))
  let sum = 0n
  for (const addend of addends) {
    sum += BigInt(addend.digits) * 10n ** BigInt(decimals - addend.decimals) * BigInt(addend.count)
  }
  const digits = String(sum).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
