import { format } from 'numfmt'
import type { NumberFormat } from './number-formats.ts'

export interface ShownNumber {
  text: string
  /** False where the sheet shows it in another way, in which digits are missing or not to be told from others. */
  isAsShown: boolean
}

/** Spreadsheets calculate with so many digits: more of them stand in a file as a program wrote them. */
export const KEPT_DIGITS = 15
/** The standard format writes longer numbers as 1.23457E+11. */
const STANDARD_DIGITS = 11

/**
 * A number of a sheet as text: as its format shows it where that leaves no digit out, else with the digits that are stored. A
 * reference is text, so no digit of a whole number goes through a calculation.
 */
export function shownNumber(stored: string, numberFormat: NumberFormat, is1904: boolean): ShownNumber {
  const digits = decimalDigits(stored)
  if (digits === undefined) return { text: stored, isAsShown: true }
  const text = `${digits.sign}${digits.whole}${digits.fraction === '' ? '' : `.${digits.fraction}`}`
  const { code, kind, decimals } = numberFormat
  if (kind === 'plain') return { text, isAsShown: true }
  const number = Number(text)
  if (kind === 'moment' || kind === 'day' || kind === 'day-time') {
    const moment = shownMoment(number, numberFormat, is1904)
    return { text: moment ?? text, isAsShown: moment !== undefined }
  }
  if (kind === 'other') return { text, isAsShown: code !== '' && shows(code, number) === text }
  if (digits.fraction.length > decimals || digits.whole.length > lengthShown(code)) return { text, isAsShown: false }
  const shown = shows(code, number)
  return { text: shown ?? text, isAsShown: shown !== undefined }
}

function lengthShown(code: string): number {
  return /general/i.test(code) ? STANDARD_DIGITS : KEPT_DIGITS
}

/** Undefined where a spreadsheet shows #### in the place of it. */
function shows(code: string, number: number): string | undefined {
  const shown = format(code, number, { overflow: '', invalid: '', throws: false, nbsp: false })
  return shown === '' && number < 0 ? undefined : shown.trim()
}

interface Digits {
  sign: '' | '-'
  whole: string
  fraction: string
}

const DECIMAL = /^\s*([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d{1,3}))?\s*$/i

/** The digits of a number, with its exponent written out; undefined for what is no number. */
function decimalDigits(stored: string): Digits | undefined {
  const [, sign, before = '', after = '', exponent = '0'] = DECIMAL.exec(stored) ?? []
  if (sign === undefined || before + after === '') return undefined
  const point = before.length + Number(exponent)
  const all = (before + after).padStart(before.length + after.length + Math.max(0, -point), '0')
  const place = Math.max(0, point)
  const whole = all.slice(0, place).padEnd(place, '0').replace(/^0+/, '')
  const fraction = all.slice(place).replace(/0+$/, '')
  const digits: Digits = { sign: sign === '-' ? '-' : '', whole: whole === '' ? '0' : whole, fraction }
  if (whole === '' && fraction === '') return { ...digits, sign: '' }
  // Such as 0.30000000000000004, which every spreadsheet shows as 0.3.
  const isRounded = fraction !== '' && (whole + fraction).replace(/^0+/, '').length > KEPT_DIGITS
  return isRounded ? (decimalDigits(Number(stored).toPrecision(KEPT_DIGITS)) ?? digits) : digits
}

/** 1904-01-01 in the calendar that counts from 1900, in days. */
const DAYS_BEFORE_1904 = 1_462
/** Day 0, as UTC. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
/** Before March 1900 spreadsheets count a day that never was. */
const FIRST_DAY = 61
/** The day after 9999-12-31. */
const END_DAY = 2_958_466

/** Undefined for a number that is no day. */
function shownMoment(number: number, { code, kind }: NumberFormat, is1904: boolean): string | undefined {
  const serial = number + (is1904 ? DAYS_BEFORE_1904 : 0)
  if (!(serial >= 0 && serial < END_DAY)) return undefined
  if (kind === 'moment') return shows(code, serial)
  if (serial < FIRST_DAY) return undefined
  // To the second, as it is shown: a minute more would be the next day.
  const [day = '', time = ''] = new Date(EPOCH_MS + Math.round(serial * 86_400) * 1000).toISOString().split('T')
  return kind === 'day' || serial % 1 === 0 ? day : `${day} ${time.slice(0, 5)}`
}
