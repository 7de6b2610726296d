import { z } from 'zod'
import { type Answer, jsonAnswer } from './answers.ts'
import type { FaultRule } from './fault-rules.ts'
import { HOSTILE_NAMES } from '../support/hostile-names.ts'
import { counterpartySpoilers, type Row, setSpoilers } from './spoiled-rows.ts'

/** Gives another answer in place of the good one. */
export type ContentFault = (answer: Answer, rule: FaultRule) => Answer

const row = z.record(z.string(), z.unknown())
const searchAnswer = z.looseObject({
  data: z.looseObject({ offset: z.number(), total: z.number(), results: z.array(row) }),
})
const counterpartyList = z.array(row)

interface Rows {
  rows: Row[]
  kind: 'sets' | 'counterparties'
  offset: number
}

export const spoiledRows: ContentFault = (answer, rule) =>
  editRows(answer, ({ rows, kind }) => {
    const spoilers = kind === 'sets' ? setSpoilers : counterpartySpoilers
    const spoiledCount = rule.rows ?? spoilers.length
    return rows.map((good, index) => {
      const spoil = index < spoiledCount ? spoilers[index % spoilers.length] : undefined
      return spoil === undefined ? good : spoil(good)
    })
  })

export const hostileRows: ContentFault = (answer, rule) =>
  editRows(answer, ({ rows, kind, offset }) =>
    rows.map((good, index) => {
      if (index >= (rule.rows ?? rows.length)) return good
      const at = offset + index
      return kind === 'sets' ? hostileSet(good, at) : { ...good, customerName: nameAt(at) }
    }),
  )

/** An empty page although more sets are promised: a client that waits for the total would ask for ever. */
export const emptyPage: ContentFault = (answer) => editRows(answer, () => [])

/** The list moved while it was read: the page ends with sets that it began with, and others are missing (T3). */
export const repeatedRows: ContentFault = (answer) =>
  editRows(answer, ({ rows }) => {
    const repeatedCount = Math.min(5, Math.floor(rows.length / 2))
    return [...rows.slice(0, rows.length - repeatedCount), ...rows.slice(0, repeatedCount)]
  })

export const wrongTotal: ContentFault = (answer) => {
  const { data, ...rest } = searchAnswer.parse(JSON.parse(answer.body.toString()))
  return jsonAnswer(answer.status, { ...rest, data: { ...data, total: data.total * 2 + 1 } })
}

function editRows(answer: Answer, edit: (rows: Rows) => unknown[]): Answer {
  const parsed: unknown = JSON.parse(answer.body.toString())
  const list = counterpartyList.safeParse(parsed)
  if (list.success) return jsonAnswer(answer.status, edit({ rows: list.data, kind: 'counterparties', offset: 0 }))
  const { data, ...rest } = searchAnswer.parse(parsed)
  const results = edit({ rows: data.results, kind: 'sets', offset: data.offset })
  return jsonAnswer(answer.status, { ...rest, data: { ...data, count: results.length, results } })
}

function hostileSet(good: Row, at: number): Row {
  const documents = z.array(row).parse(good['documents'])
  return {
    ...good,
    parcelRef: nameAt(at),
    shipmentRef: nameAt(at + 1),
    documents: documents.map((document, index) => ({ ...document, name: nameAt(at + index) })),
  }
}

function nameAt(position: number): string {
  return HOSTILE_NAMES[position % HOSTILE_NAMES.length] ?? ''
}
