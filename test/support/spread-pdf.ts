import { open } from 'node:fs/promises'

/** Writes a PDF whose pages draw these texts, each kept so many unused bytes (holes of the file) from the next. Returns its size. */
export async function writeSpreadPdf(path: string, texts: readonly string[], bytesApart: number): Promise<number> {
  const file = await open(path, 'w')
  const offsets: number[] = []
  let at = 0
  const write = async (text: string): Promise<void> => {
    await file.write(text, at)
    at += text.length
  }
  const add = async (body: string): Promise<void> => {
    offsets.push(at)
    await write(`${offsets.length} 0 obj\n${body}\nendobj\n`)
  }
  try {
    await write('%PDF-1.7\n')
    const firstPage = 4
    const firstText = firstPage + texts.length
    const kids = texts.map((_, place) => `${firstPage + place} 0 R`).join(' ')
    await add('<< /Type /Catalog /Pages 2 0 R >>')
    await add(`<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`)
    await add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    const resources = '/Resources << /Font << /F1 3 0 R >> >>'
    for (const place of texts.keys()) {
      // Two objects for each text: itself, and what keeps it from the next.
      const contents = `/Contents ${firstText + 2 * place} 0 R`
      await add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} ${contents} >>`)
    }
    for (const text of texts) {
      const drawn = `BT /F1 24 Tf 50 700 Td (${text}) Tj ET`
      await add(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`)
      offsets.push(at)
      await write(`${offsets.length} 0 obj\n<< /Length ${bytesApart} >>\nstream\n`)
      at += bytesApart
      await write('\nendstream\nendobj\n')
    }
    const xref = at
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const size = offsets.length + 1
    await write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`)
    await write(`startxref\n${xref}\n%%EOF\n`)
    return at
  } finally {
    await file.close()
  }
}
