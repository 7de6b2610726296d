import { open } from 'node:fs/promises'

const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  '<< /Length 45 >>\nstream\nBT /F1 24 Tf 50 700 Td (page of very much) Tj ET\nendstream',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
]

/** A complete PDF of one page, as what precedes and what follows this many bytes that no page uses. */
export function largePdfAround(unusedBytes: number): { start: string; end: string } {
  let start = '%PDF-1.7\n'
  const offsets = OBJECTS.map((object, place) => {
    const offset = start.length
    start += `${place + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  offsets.push(start.length)
  start += `6 0 obj\n<< /Length ${unusedBytes} >>\nstream\n`
  const closing = '\nendstream\nendobj\n'
  const xref = start.length + unusedBytes + closing.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
  const end = `${closing}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return { start, end }
}

/** Writes such a document. The file has a hole where the unused bytes are. Returns its size. */
export async function writeLargePdf(path: string, unusedBytes: number): Promise<number> {
  const { start, end } = largePdfAround(unusedBytes)
  const after = start.length + unusedBytes
  const file = await open(path, 'w')
  try {
    await file.write(start, 0)
    await file.write(end, after)
  } finally {
    await file.close()
  }
  return after + end.length
}
