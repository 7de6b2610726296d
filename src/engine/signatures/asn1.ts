import {
  BaseBlock,
  BaseStringBlock,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  UTCTime,
} from 'asn1js'
import { Unreadable } from './pdf-values.ts'

/** One value of ASN.1, with the bytes that it came in: what is signed is bytes. */
export type Asn1 = BaseBlock

/** Lists of revoked certificates have tens of thousands; each costs a kilobyte of memory. */
const LIMITS = { maxNodes: 100_000, maxDepth: 50, parseEmbedded: false }
const CONTEXT_CLASS = 3

export function damaged(options?: ErrorOptions): Unreadable {
  return new Unreadable('is damaged', options)
}

/** What follows the value, such as the zeros that fill up its place in a PDF, is left out. */
export function decode(bytes: Uint8Array): Asn1 {
  const { offset, result } = fromBER(bytes, LIMITS)
  if (offset !== -1) return result
  const cause = new Error(result.error)
  throw result.error.startsWith('Maximum') ? new Unreadable('is too large', { cause }) : damaged({ cause })
}

/** The values within one; none within a simple one. */
export function parts(value: Asn1 | undefined): Asn1[] {
  const inner: unknown = value === undefined || value instanceof ObjectIdentifier ? undefined : innerOf(value)
  return Array.isArray(inner) ? inner.filter((one) => one instanceof BaseBlock) : []
}

function innerOf({ valueBlock }: Asn1): unknown {
  return 'value' in valueBlock ? valueBlock.value : undefined
}

/** The one with its own number, such as `[0]`. */
export function tagged(values: readonly Asn1[], number: number): Asn1 | undefined {
  return values.find(({ idBlock }) => idBlock.tagClass === CONTEXT_CLASS && idBlock.tagNumber === number)
}

export function isTagged({ idBlock }: Asn1): boolean {
  return idBlock.tagClass === CONTEXT_CLASS
}

export function oidOf(value: Asn1 | undefined): string {
  if (!(value instanceof ObjectIdentifier)) throw damaged()
  return value.getValue()
}

export function octetsOf(value: Asn1 | undefined): Buffer {
  if (!(value instanceof OctetString)) throw damaged()
  return Buffer.from(value.getValue())
}

/** As it came, with its head. */
export function encodedOf(value: Asn1 | undefined): Buffer {
  if (value === undefined) throw damaged()
  const { buffer, byteOffset, byteLength } = value.valueBeforeDecodeView
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Whether its length stands in front of it, and that of all within it: only then its bytes are those that are signed. */
export function isDefinite(value: Asn1): boolean {
  return !value.lenBlock.isIndefiniteForm && parts(value).every(isDefinite)
}

/** The bytes of a simple value, whatever its tag. */
export function bytesOf(value: Asn1 | undefined): Buffer {
  const encoded = encodedOf(value)
  return encoded.subarray(encoded.length - (value?.lenBlock.length ?? 0))
}

export function numberOf(value: Asn1 | undefined): number {
  if (!(value instanceof Integer)) throw damaged()
  return value.valueBlock.valueDec
}

/** Undefined for what is no time, or none that there is. The library reads other zones, and no seconds, as other times. */
export function timeOf(value: Asn1 | undefined): Date | undefined {
  if (!(value instanceof UTCTime) && !(value instanceof GeneralizedTime)) return undefined
  const text = bytesOf(value).toString('latin1')
  // RFC 5280, 4.1.2.5.1.
  const century = value instanceof GeneralizedTime ? '' : text < '5' ? '20' : '19'
  return momentOf(century + text)
}

const MOMENT = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(\.\d+)?(?:Z|([+-]\d\d)(\d\d))$/

/** Undefined for one that there is not. */
function momentOf(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second = '00', fraction = '', hours = '+00', minutes = '00'] =
    MOMENT.exec(text) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${hours}:${minutes}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

const MAX_MOMENT_CHARS = 30

/** Of `D:20240203040506+01'00'`, as PDF has it (ISO 32000-2, 7.9.4). */
export function pdfMomentOf(text: string): Date | undefined {
  const short = text.slice(0, MAX_MOMENT_CHARS)
  return momentOf(short.replace(/^D:|'/g, '').replace(/Z.*$|(?<=^\d{14})$/, 'Z'))
}

/** Undefined for what is no text. */
export function textOf(value: Asn1 | undefined): string | undefined {
  return value instanceof BaseStringBlock ? value.getValue() : undefined
}
