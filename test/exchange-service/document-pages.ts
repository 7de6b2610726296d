import type { DrawnKind, SetRow } from './exchange-data.ts'
import { type Pdf, writeBox, writeLine, writeTable } from './page-writer.ts'
import { scannedPage } from './scanned-page.ts'

/** What a page may print about its document. */
export interface DocumentFacts {
  row: SetRow
  name: string
  documentId: string
  version: number
}

const left = 40
const width = 515
const half = width / 2

const clauses = [
  'All terms, liberties and exceptions of the charter party, dated as overleaf, are herewith incorporated.',
  'The carrier shall in no case be responsible for loss of or damage to the cargo before loading or after discharge.',
  'General average shall be adjusted, stated and settled in London according to the York-Antwerp Rules.',
  'Freight is earned on shipment and payable in full, ship or cargo lost or not lost.',
  'The master may sail with or without pilots, tow and assist vessels, and deviate to save life or property.',
  'One original being accomplished, the others shall stand void.',
  'Any dispute shall be referred to arbitration at the place that the charter party names.',
]

/** How each kind of document is drawn, on a first page that is already open. */
export const pagesByKind: Record<DrawnKind, (pdf: Pdf, facts: DocumentFacts) => void> = {
  'bill-of-lading': billOfLading,
  'certificate-of-origin': certificateOfOrigin,
  'commercial-invoice': commercialInvoice,
  'chinese-notice': chineseNotice,
  'scanned-page': (pdf, facts) => void pdf.image(scannedPage(facts.row.loadPort ?? ''), 0, 0, { width: 595 }),
  'password-protected': letterOfIndemnity,
  'three-hundred-pages': charterParty,
  'container-bill': containerBill,
  small: (pdf) => writeLine(pdf, 'Bill of lading, short form', { x: left, y: 60, size: 14, bold: true }),
}

function billOfLading(pdf: Pdf, facts: DocumentFacts): void {
  const { row } = facts
  writeLine(pdf, 'BILL OF LADING', { x: left, y: 36, size: 20, bold: true })
  writeLine(pdf, 'To be used with charter parties', { x: left, y: 60, size: 8 })
  writeLine(pdf, `B/L No. ${row.shipmentRef} / ${row.parcelRef}`, { x: left + half, y: 42, size: 10, bold: true })
  for (const [index, [caption, lines]] of partiesOf(row).entries()) {
    const box = { x: left + (index % 2) * half, y: 80 + Math.floor(index / 2) * 62, width: half, height: 62 }
    writeBox(pdf, box, { caption, lines })
  }
  writeBox(
    pdf,
    { x: left, y: 328, width, height: 220 },
    { caption: 'Shipper’s description of goods', lines: goodsOf(row) },
  )
  writeBox(
    pdf,
    { x: left, y: 548, width: half, height: 120 },
    { caption: 'Freight payable as per', lines: ['CHARTER PARTY'] },
  )
  const issued = [
    `${row.loadPort ?? ''}, ${row.billOfLadingDate ?? 'undated draft'}`,
    `Signatures: ${row.signature ?? '-'}`,
  ]
  writeBox(
    pdf,
    { x: left + half, y: 548, width: half, height: 120 },
    { caption: 'Place and date of issue', lines: issued },
  )
  writeConditions(pdf, 'Conditions of carriage')
  if (facts.documentId < '8') cargoManifest(pdf, row)
}

/** Invented, with the check digits of ISO 6346. */
const containers = ['DEMU4102757', 'DEMU4102762', 'DEMU5330197', 'PDKU2004811', 'PDKU2004935', 'PDKU3177468']

/** Of four containers, of which every later version names another one, beside another picture. */
function containerBill(pdf: Pdf, facts: DocumentFacts): void {
  const { row, version } = facts
  billOfLading(pdf, { ...facts, documentId: '8' })
  pdf.switchToPage(0)
  for (const place of [0, 1, 2, 3]) {
    const number = containers[(version - 1 + place) % containers.length] ?? ''
    writeLine(pdf, `Container ${number}, seal ${71_000 + place}`, { x: left + 6, y: 428 + place * 14, size: 9.5 })
  }
  if (version > 1) writeLine(pdf, `Amendment no. ${version - 1}`, { x: left + 6, y: 492, size: 9.5, bold: true })
  pdf.image(scannedPage(version % 2 === 1 ? (row.loadPort ?? '') : (row.destinationName ?? '')), 460, 400, {
    width: 90,
  })
}

function partiesOf(row: SetRow): [string, string[]][] {
  return [
    ['Shipper', [row.consignorCompanyName ?? '', row.loadPort ?? '']],
    ['Reference no.', [row.shipmentRef, row.transactionId]],
    ['Consignee', [row.consigneeCompanyName ?? 'TO ORDER', row.destinationCountry ?? '']],
    ['Carrier’s name', ['Carrier as per charter party']],
    ['Notify address', [row.consigneeCompanyName ?? 'SAME AS CONSIGNEE', row.destinationName ?? '']],
    ['Vessel', [row.vesselName ?? 'TO BE NAMED']],
    ['Port of loading', [row.loadPort ?? '']],
    ['Port of discharge', [`${row.destinationName ?? ''}, ${row.destinationCountry ?? ''}`]],
  ]
}

function goodsOf(row: SetRow): string[] {
  return [
    row.cargoName ?? '',
    `Quantity said to be: ${row.quantity}`,
    'SHIPPED at the port of loading in apparent good order and condition',
    'on board the vessel for carriage to the port of discharge or so near',
    'thereto as she may safely get.',
    'CLEAN ON BOARD. FREIGHT PAYABLE AS PER CHARTER PARTY.',
  ]
}

function writeConditions(pdf: Pdf, title: string): void {
  pdf.addPage()
  writeLine(pdf, title, { x: left, y: 40, size: 14, bold: true })
  for (let clause = 1; clause <= 30; clause += 1) {
    const text = clauses[clause % clauses.length] ?? ''
    writeLine(pdf, `${clause}. ${text}`, { x: left, y: 56 + clause * 20, size: 8.5 })
  }
}

function cargoManifest(pdf: Pdf, row: SetRow): void {
  pdf.addPage()
  writeLine(pdf, `Cargo manifest of ${row.shipmentRef}`, { x: left, y: 40, size: 14, bold: true })
  const columns = [
    { title: 'Hold', width: 60 },
    { title: 'Cargo', width: 255 },
    { title: 'Weight (MT)', width: 100 },
    { title: 'Stowage', width: 100 },
  ]
  const rows = [1, 2, 3, 4, 5].map((hold) => [`No. ${hold}`, row.cargoName ?? '', String(4000 + hold * 310), 'Bulk'])
  writeTable(pdf, { x: left, y: 70, columns }, rows)
}

function certificateOfOrigin(pdf: Pdf, { row, name }: DocumentFacts): void {
  writeLine(pdf, 'CERTIFICATE OF ORIGIN', { x: left, y: 50, size: 20, bold: true })
  writeLine(pdf, name, { x: left, y: 78, size: 9 })
  const boxes: [string, string][] = [
    ['1. Consignor', row.consignorCompanyName ?? ''],
    ['2. Consignee', row.consigneeCompanyName ?? 'To order'],
    ['3. Country of destination', row.destinationCountry ?? ''],
    ['4. Transport details', `${row.vesselName ?? 'By sea'} from ${row.loadPort ?? ''}`],
    ['5. Description of goods', `${row.cargoName ?? ''}, ${row.quantity}`],
  ]
  for (const [index, [caption, line]] of boxes.entries()) {
    writeBox(pdf, { x: left, y: 110 + index * 90, width, height: 90 }, { caption, lines: [line] })
  }
  writeLine(pdf, 'The undersigned authority certifies that the goods described above originate in the country shown.', {
    x: left,
    y: 580,
    size: 9,
  })
}

function commercialInvoice(pdf: Pdf, { row, name }: DocumentFacts): void {
  writeLine(pdf, 'COMMERCIAL INVOICE', { x: left, y: 50, size: 20, bold: true })
  writeLine(pdf, `${name} · ${row.parcelRef} · ${row.billOfLadingDate ?? 'undated'}`, { x: left, y: 78, size: 9 })
  writeBox(
    pdf,
    { x: left, y: 100, width: half, height: 60 },
    { caption: 'Seller', lines: [row.consignorCompanyName ?? ''] },
  )
  const buyer = { x: left + half, y: 100, width: half, height: 60 }
  writeBox(pdf, buyer, { caption: 'Buyer', lines: [row.consigneeCompanyName ?? ''] })
  const widths = [35, 235, 80, 75, 90]
  const columns = ['Item', 'Description', 'Quantity', 'Price USD', 'Amount USD'].map((title, index) => ({
    title,
    width: widths[index] ?? 80,
  }))
  const rows = Array.from({ length: 18 }, (_, index) => {
    const tonnes = 250 + index * 125
    return [
      String(index + 1),
      `${row.cargoName ?? ''}, lot ${index + 1}`,
      `${tonnes}.000`,
      '412.50',
      (tonnes * 412.5).toFixed(2),
    ]
  })
  writeTable(pdf, { x: left, y: 190, columns }, rows)
  writeConditions(pdf, 'Terms of payment')
}

function chineseNotice(pdf: Pdf, { row }: DocumentFacts): void {
  const lines = [
    ['提单通知书', 22],
    ['编号 ' + row.shipmentRef + ' 包裹 ' + row.parcelRef, 11],
    ['托运人：华东粮油贸易有限公司', 12],
    ['装货港：上海港 卸货港：青岛港', 12],
    ['货物：大豆，散装，数量以提单为准', 12],
    ['兹证明上述货物已于装货港装船，外表状况良好。', 12],
    ['本通知书一式三份，签章后生效。', 12],
  ] as const
  for (const [index, [text, size]] of lines.entries()) writeLine(pdf, text, { x: left, y: 60 + index * 40, size })
}

function letterOfIndemnity(pdf: Pdf, { row }: DocumentFacts): void {
  writeLine(pdf, 'LETTER OF INDEMNITY', { x: left, y: 50, size: 20, bold: true })
  writeLine(pdf, `Given in return for delivery without ${row.shipmentRef}`, { x: left, y: 80, size: 10 })
  writeConditions(pdf, 'Undertakings')
}

function charterParty(pdf: Pdf, { row }: DocumentFacts): void {
  for (let page = 1; page <= 300; page += 1) {
    if (page > 1) pdf.addPage()
    writeLine(pdf, `CHARTER PARTY ${row.parcelRef}, page ${page} of 300`, { x: left, y: 40, size: 12, bold: true })
    for (let line = 1; line <= 12; line += 1) {
      writeLine(pdf, `${page}.${line} The owners shall exercise due diligence.`, {
        x: left,
        y: 50 + line * 24,
        size: 9,
      })
    }
  }
}
