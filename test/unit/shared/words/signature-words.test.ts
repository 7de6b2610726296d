import { describe, expect, it } from 'vitest'
import type { DocumentSignature } from '../../../../src/shared/model/document-signatures.ts'
import { describeSignature, describeUnsigned, signatureMark } from '../../../../src/shared/words/signature-words.ts'

const signature = (change: Partial<DocumentSignature> = {}): DocumentSignature => ({
  integrity: 'unchanged',
  integrityReason: null,
  coversAll: true,
  laterChanges: 0,
  signer: 'Alice',
  certificate: {
    subject: 'O=Shipper, CN=Alice',
    issuer: 'CN=Test root',
    serial: '01',
    validFrom: '2026-01-01T00:00:00.000Z',
    validUntil: '2027-01-01T00:00:00.000Z',
    sha256: 'ab',
  },
  time: '2026-03-01T12:30:00.000Z',
  timeBy: 'signer',
  issuer: 'trusted',
  issuerReason: null,
  format: 'adbe.pkcs7.detached',
  level: null,
  weak: [],
  ...change,
})

describe('the words about a signature', () => {
  it.each<[change: Partial<DocumentSignature>, sentence: string]>([
    [{}, 'Unchanged since it was signed.'],
    [
      { coversAll: false, laterChanges: 1 },
      'What was signed is unchanged; 1 change was added to the document after it.',
    ],
    [
      { coversAll: false, laterChanges: 2, weak: ['SHA-1'] },
      'What was signed is unchanged; 2 changes were added to the document after it. It was made with SHA-1, which is weak by today’s measure.',
    ],
    [
      { integrity: 'changed', integrityReason: 'covers more than there is' },
      'Changed since it was signed: this signature covers more than there is.',
    ],
    [
      { integrity: 'unknown', integrityReason: 'is damaged' },
      'Whether it was changed cannot be told: this signature is damaged.',
    ],
  ])('say whether it was changed: %o', (change, sentence) => {
    expect(describeSignature(signature(change)).integrity).toBe(sentence)
  })

  it('say who, when, who says so, and until when the certificate is valid', () => {
    expect(describeSignature(signature()).signer).toBe(
      'Signed by “Alice” on 2026-03-01 12:30 UTC, as the signer says. The certificate (O=Shipper, CN=Alice) is valid until 2027-01-01.',
    )
    expect(describeSignature(signature({ timeBy: 'stamp' })).signer).toContain('as a time stamp shows')
    expect(describeSignature(signature({ signer: null, certificate: null })).signer).toBe(
      'Who signed it cannot be told.',
    )
  })

  it('call an issuer unknown to this computer, never bad', () => {
    const unknown = { issuer: 'unknown', issuerReason: 'is signed by itself' } as const
    expect(describeSignature(signature(unknown)).issuer).toBe(
      'This computer cannot tell whether its issuer (CN=Test root) can be trusted: the certificate is signed by itself.',
    )
    expect(describeSignature(signature()).issuer).toMatch(/^Its issuer \(CN=Test root\) is known/)
  })
})

describe('the words about a document', () => {
  it.each([
    ['2 of 3', 'This PDF carries no digital signature. The service says 2 of 3 have signed.'],
    ['1 of 2', 'This PDF carries no digital signature. The service says 1 of 2 has signed.'],
    ['0 of 0', 'This PDF carries no digital signature.'],
    [null, 'This PDF carries no digital signature.'],
  ])('keep the count of the service, %s, apart from what it does not carry', (count, sentence) => {
    expect(describeUnsigned(count)).toBe(sentence)
  })

  it.each<[signatures: Partial<DocumentSignature>[], mark: string | undefined]>([
    [[], undefined],
    [[{}], '1 digital signature'],
    [[{ coversAll: false, laterChanges: 1 }, {}], '2 digital signatures'],
    [[{ coversAll: false, laterChanges: 1 }], '1 digital signature, more added later'],
    [[{ integrity: 'unknown' }, {}], '2 digital signatures, not all checked'],
    [[{ integrity: 'unknown' }, { integrity: 'changed' }], '2 digital signatures, changed since'],
  ])('are few in its heading: %o', (changes, mark) => {
    expect(signatureMark({ signatures: changes.map((change) => signature(change)), problem: null })).toBe(mark)
  })

  it('say in its heading where there is no telling', () => {
    expect(signatureMark({ signatures: [], problem: 'is encrypted' })).toBe('Signatures not read')
    expect(signatureMark(undefined)).toBe('Signatures not read')
  })
})
