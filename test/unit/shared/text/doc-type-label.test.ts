import { describe, expect, it } from 'vitest'
import { docTypeLabel } from '../../../../src/shared/text/fields.ts'

describe('docTypeLabel', () => {
  it.each([
    ['BILL_OF_LADING', 'Bill of lading'],
    ['uploadable_document', 'Uploadable document'],
    ['Bill of Lading', 'Bill of Lading'],
    ['EUR.1', 'EUR.1'],
    ['COO', 'COO'],
    ['_', '_'],
    ['', ''],
  ])('reads %s as %s', (docType, label) => {
    expect(docTypeLabel(docType)).toBe(label)
  })
})
