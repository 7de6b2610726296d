import { badUsage } from '../../shared/errors/app-error.ts'
import { bareHost } from '../../shared/text/addresses.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import type { StreamStart } from '../../engine/ports/link.ts'
import { BANDWIDTH_ADVICE, type BandwidthTable, parseBandwidth } from '../../shared/model/bandwidth-table.ts'
import { didYouMean } from '../../engine/base/did-you-mean.ts'
import { typedPathFlaw } from '../../engine/saving/names/typed-path.ts'
import type { HealthPlace } from './option-types.ts'

/** Search fields with an option of their own, which --filter must not silently override. */
const OWN_OPTION: Record<string, string> = {
  customerIds: '--customer',
  shipmentRef: '--shipment-ref',
  status: '--status',
  instance: '--instance',
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MAX_PORT = 65_535
/** A moment needs a zone, or it would differ from computer to computer. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i

/** One of the choices; fails with bad-usage naming the nearest. */
export function oneOf<Choice extends string>(option: string, choices: readonly Choice[]): (value: string) => Choice {
  return (value) => {
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    throw badUsage(`${option} cannot be “${value}”.`, `${didYouMean(value, choices)}It takes ${choices.join(', ')}.`)
  }
}

/** A whole number from least to most. */
export function wholeNumber(option: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (/^\d{1,9}$/.test(value) && number >= least && number <= most) return number
    throw badUsage(`${option} cannot be “${value}”.`, `It takes a whole number from ${least} to ${most}.`)
  }
}

/** A number above 0; fractions are allowed. */
export function positiveNumber(option: string, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (/^\d{1,9}(?:\.\d{1,6})?$/.test(value) && number > 0 && number <= most) return number
    throw badUsage(`${option} cannot be “${value}”.`, `It takes a number above 0 and up to ${most}.`)
  }
}

/** Bytes a second, by the time of day. */
export function bandwidth(value: string): BandwidthTable {
  const table = parseBandwidth(value)
  if (table !== undefined) return table
  throw badUsage(`--bwlimit cannot be “${value}”.`, BANDWIDTH_ADVICE)
}

/** A day or a moment in ISO form, converted to UTC. A day begins at midnight of this computer. */
export function isoTime(option: string): (value: string) => string {
  return (value) => {
    // Without a time it would begin at midnight of UTC.
    const moment = DAY.test(value) ? `${value}T00:00:00` : value
    const timeMs = DAY.test(value) || MOMENT.test(value) ? Date.parse(moment) : Number.NaN
    if (!Number.isNaN(timeMs)) return new Date(timeMs).toISOString()
    throw badUsage(
      `${option} cannot be “${value}”.`,
      'It takes a day or a moment, such as 2026-11-20 or 2026-11-20T10:30:00Z.',
    )
  }
}

/** Of `--republish`: what no stream was bound for. */
export const SET_ASIDE = 'set-aside'

/** From when on, or what was set aside. */
export function republished(value: string): string {
  return value === SET_ASIDE ? value : isoTime('--republish')(value)
}

/** A port of this computer alone, or of one of its addresses. */
export function healthPlace(value: string): HealthPlace {
  const [, host = '127.0.0.1', port = ''] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(value) ?? []
  const number = Number(port)
  if (number >= 1 && number <= MAX_PORT) return { host: bareHost(host), port: number }
  throw badUsage(
    `--health cannot be “${value}”.`,
    `It takes a port from 1 to ${MAX_PORT}, or an address of this computer and a port, such as 0.0.0.0:9180.`,
  )
}

/** An id in UUID form; nothing else may go into the path of a request. */
export function uuid(option: string): (value: string) => string {
  return (value) => {
    if (isUuid(value)) return value
    throw badUsage(
      `${option} cannot be “${value}”: it is not an id.`,
      'Ids look like 5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10; “parcel-desk search --json” lists them.',
    )
  }
}

/** A file or folder. On Windows, refuses paths that it would take literally and nobody can mean (W-B6). */
export function pathOf(option: string): (value: string) => string {
  return (value) => {
    const flaw = typedPathFlaw(value)
    if (flaw === undefined) return value
    throw badUsage(`${option} cannot be “${value}”: it ${flaw.reason}.`, flaw.next)
  }
}

/** How long a stream keeps messages, in RabbitMQ’s own form. */
export function retention(value: string): string {
  if (/^[1-9]\d{0,5}[YMDhms]$/.test(value)) return value
  throw badUsage(`--retention cannot be “${value}”.`, 'It takes a number and a unit: Y, M, D, h, m or s, such as 30D.')
}

/** Where to begin to read a stream. */
export function streamStart(value: string): StreamStart {
  if (value === 'first') return 'first'
  return value === 'now' ? 'next' : new Date(isoTime('--from')(value))
}

/** For ids that may be given several times. */
export function collectedIds(option: string): (value: string, before: string[] | undefined) => string[] {
  return (value, before) => collected(uuid(option)(value), before)
}

/** The same for documents. */
export function documentIds(value: string, before: string[] | undefined): string[] {
  return collected(uuid('--save-anyway')(value), before)
}

/** For an option that may be given several times. */
export function collected(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

/** NAME=VALUE, several times; the value may hold further equals signs. */
export function collectedFilter(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(0, at)).trim()
  if (name === '') throw badUsage(`--filter cannot be “${text}”.`, 'Write it as NAME=VALUE, such as vesselName=Aurora.')
  const own = OWN_OPTION[name]
  if (own !== undefined) throw badUsage(`--filter cannot set ${name}.`, `Use ${own}.`)
  if (before !== undefined && Object.hasOwn(before, name)) {
    throw badUsage(`--filter sets ${name} twice.`, 'Give every name once.')
  }
  return { ...before, [name]: text.slice(at + 1) }
}
