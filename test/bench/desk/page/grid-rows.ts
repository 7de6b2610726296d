import type { SetRow } from '../../../../src/renderer/set/set-columns.ts'

const STATES = ['DRAFTED', 'Signed', 'ISSUED', 'TITLE_HELD', 'TRANSFER_DRAFTED', 'Under review'] as const
const PORTS = ['Santos', 'Paranaguá', 'Rouen', 'Gdańsk', 'Newcastle NSW', 'Constanța'] as const
const CARGOES = ['Soybeans', 'Milling wheat', 'Yellow maize', 'Rapeseed meal', 'Barley'] as const
const NAMES = ['Aurora', 'Baltic', 'Pampa Sur', 'Nile Delta', 'Ærø', 'Łódź', 'Meridian', 'Cap Vert', 'Tasman'] as const
const TRADES = ['Grain', 'Bulk', 'Mills', 'Cereales S.A.', 'Trading', 'Commodities'] as const
const PLACES = [
  'Rotterdam, Netherlands',
  'Damietta, Egypt',
  'Aarhus, Denmark',
  'Ghent, Belgium',
  'Lagos, Nigeria',
] as const

/** Sets as a large customer has them: references that all differ, a few thousand vessels, gaps. The same for the same number. */
export function generatedSets(count: number): SetRow[] {
  return Array.from({ length: count }, (_, index) => generatedSet(index))
}

function generatedSet(index: number): SetRow {
  const dice = diceOf(index)
  const reference = String(100_000 + ((index * 7919) % 900_000))
  const [destinationName = '', destinationCountry = ''] = dice(PLACES).split(', ')
  const day = String(1 + (index % 28)).padStart(2, '0')
  return {
    setId: `5e700000-0000-4000-a000-${index.toString(16).padStart(12, '0')}`,
    customerId: `customer ${index % 40}`,
    customerName: `${dice(NAMES)} ${dice(TRADES)}`,
    transactionId: `TX-${reference}-${index % 97}`,
    parcelRef: `PR-${reference}`,
    shipmentRef: `SHP-${String(1 + (index % 31_000))}`,
    status: dice(STATES),
    destinationName,
    destinationCountry,
    cargoName: dice(CARGOES),
    modifiedDate: `${Number(day)} ${dice(['January', 'February', 'March'])} 2026, ${String(8 + (index % 10)).padStart(2, '0')}:15`,
    fromParty: `${dice(NAMES)} ${dice(TRADES)}`,
    billOfLadingDate: index % 9 === 0 ? null : `2026-0${1 + (index % 3)}-${day}`,
    signature: `${index % 4} of 3`,
    quantity: `${1000 + (index % 50) * 500} MT`,
    consignorCompanyName: `${dice(NAMES)} ${dice(TRADES)}`,
    consigneeCompanyName: `${dice(NAMES)} ${dice(TRADES)}`,
    loadPort: dice(PORTS),
    vesselName: index % 13 === 0 ? null : `MV ${dice(NAMES)} ${index % 3000}`,
    documents: 1 + (index % 4),
    savedDocuments: index % 3 === 0 ? 1 : 0,
    changedDocuments: index % 9 === 0 ? 1 : 0,
  }
}

function diceOf(index: number): <Face>(faces: readonly [Face, ...Face[]]) => Face {
  let state = Math.imul(index + 1, 0x9e3779b1) >>> 0
  return (faces) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return faces[(state >>> 8) % faces.length] ?? faces[0]
  }
}
