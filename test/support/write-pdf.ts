/** The first two objects of a document of one page, which is the third. */
export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
export const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'

/** A page that draws object 4; object 5 is its picture, `/I`. */
export function page(more = '', box = '[0 0 595 842]'): string {
  const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
  const resources = `/Resources << ${font} /XObject << /I 5 0 R >> >>`
  return `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R ${resources} ${more} >>`
}

export function stream(data: Buffer, entries = ''): Buffer {
  const head = `<< /Length ${data.length} ${entries} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])
}

/** A file of these objects, numbered from 1. */
export function pdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [place, object] of objects.entries()) {
    offsets.push(length)
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object
    const written = Buffer.concat([Buffer.from(`${place + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    parts.push(written)
    length += written.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`))
  return Buffer.concat(parts)
}
