import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { fieldText, type PageField } from './field-text.ts'

/**
 * Has the values of a page’s fields drawn and found wherever the page is: pdf.js draws those with an appearance of their own, puts
 * some of the others into HTML over its viewer and leaves the rest out, and knows the text of none.
 */
export async function includeFields(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<void> {
  const read: (options?: { intent?: string | undefined }) => Promise<PageField[]> = page.getAnnotations.bind(page)
  const fields = await read()
  for (const { id, hasAppearance, ...field } of fields) {
    const value = valueToDraw(field)
    // Drawn from the storage in AnnotationMode.ENABLE_STORAGE, as if it had just been filled in.
    if (!hasAppearance && value !== undefined) pdf.annotationStorage.setValue(id, { value })
  }
  // The HTML copy of a value would lie over the one that is drawn; without a value there is none.
  page.getAnnotations = async (options) =>
    (await read(options)).map((field) => (field.fieldType === 'Tx' ? { ...field, fieldValue: '' } : field))
  appendText(page, fields)
}

/** As pdf.js wants it; a value of another shape would stop the drawing of the field. */
function valueToDraw({ fieldType, fieldValue, combo }: Omit<PageField, 'id' | 'hasAppearance'>): unknown {
  if (fieldValue == null || fieldValue.length === 0) return undefined
  if (fieldType === 'Tx' && typeof fieldValue === 'string') return fieldValue
  if (fieldType === 'Ch') return combo === true && Array.isArray(fieldValue) ? fieldValue[0] : fieldValue
  return undefined
}

/** Text is read by the viewer, to be selected and marked, and for finding; to both that of the fields comes last. */
function appendText(page: PDFPageProxy, fields: readonly PageField[]): void {
  const last = fieldText(fields)
  if (last === undefined) return
  const read = page.streamTextContent.bind(page)
  page.streamTextContent = (options) =>
    read(options).pipeThrough(new TransformStream({ flush: (text) => text.enqueue(last) }))
}
