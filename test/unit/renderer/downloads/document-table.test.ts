import { describe, expect, it } from 'vitest'
import { documentTable } from '../../../../src/renderer/downloads/documents/document-actions.ts'
import { sampleDocument } from './sample-document.ts'

describe('the documents of a job as a table', () => {
  it('gives reason and next step of each failure, and leaves missing values empty', () => {
    const failure = { tag: 'disk-full', message: 'The folder is full.', next: 'Free 31 MB.' }
    const failed = sampleDocument({ state: 'failed', bytes: null, sha256: null, failure })
    const [, line] = documentTable([failed]).split('\r\n')
    expect(line?.split('\t')).toEqual([
      'Bill of Lading',
      'PR-1',
      'SHP-1',
      'Aurora Grain AG',
      'Not saved',
      '/archive/a.pdf',
      '',
      '',
      'The folder is full.',
      'Free 31 MB.',
      'set',
      'document',
    ])
  })

  it('never lets a name run as a formula (T21)', () => {
    expect(documentTable([sampleDocument({ name: '=HYPERLINK("x")' })])).toContain("'=HYPERLINK")
  })
})
