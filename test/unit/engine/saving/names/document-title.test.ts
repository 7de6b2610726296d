import { describe, expect, it } from 'vitest'
import { documentTitle } from '../../../../../src/engine/saving/names/document-title.ts'

describe('documentTitle', () => {
  it.each([
    ['Bill of Lading', 'Bill of Lading', 'Bill of Lading', 'the name is the type'],
    ['Bill of lading 1 of 3.pdf', 'BILL_OF_LADING', 'Bill of lading 1 of 3', 'the name begins with the type'],
    ['Draft BillOfLading.PDF', 'BILL_OF_LADING', 'Draft BillOfLading', 'the name says it in one word'],
    ['BILLOFLADING 7', 'Bill of Lading', 'BILLOFLADING 7', 'the name says it without spaces'],
    ['bills_of_lading.pdf', 'Bill of Lading', 'bills_of_lading', 'the name says it in the plural'],
    ['BL 4711.pdf', 'BILL_OF_LADING', 'Bill of lading BL 4711', 'a code is written as words'],
    ['4711', 'Bill of Lading', 'Bill of Lading 4711', 'a type in words stays as it is'],
    ['Cable', 'BL', 'BL Cable', 'letters inside a word say nothing'],
    ['Lading bill', 'Bill of Lading', 'Bill of Lading Lading bill', 'other words in another order say nothing'],
    ['Commercial Invoice', 'Uploadable Document', 'Commercial Invoice', 'the uploadable type is never named'],
    ['Certificate of origin 1', 'UPLOADABLE_DOCUMENT', 'Certificate of origin 1', 'nor as a code'],
    ['Invoice', 'UploadableDocument', 'Invoice', 'nor in one word'],
    ['Invoice', '', 'Invoice', 'a document without a type'],
    ['', 'BILL_OF_LADING', 'Bill of lading', 'a document without a name'],
    ['.pdf', 'Bill of Lading', 'Bill of Lading', 'a name that is only an ending'],
    ['', 'UPLOADABLE_DOCUMENT', '', 'nothing to say'],
    ['Report v1.2', 'Uploadable Document', 'Report v1.2', 'only .pdf is an ending'],
    ['scan.pdf.pdf ', 'Uploadable Document', 'scan', 'an ending that was added twice'],
    ['Certificat d’origine', 'CERTIFICAT_D_ORIGINE', 'Certificat d’origine', 'other apostrophes'],
    [
      'Conhecimento de embarque n\u00ba 4',
      'Conhecimento De Embarque',
      'Conhecimento de embarque n\u00ba 4',
      'other languages',
    ],
    ['\u63d0\u5355 1', '\u63d0\u5355', '\u63d0\u5355 1', 'Chinese'],
  ])('of %j with the type %j is %j: %s', (name, docType, expected) => {
    expect(documentTitle(name, docType)).toBe(expected)
  })
})
