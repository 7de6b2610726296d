import { z } from 'zod'

/** Whether what was signed is what is there; from the best answer to the worst. */
export const INTEGRITIES = ['unchanged', 'unknown', 'changed'] as const

/** Names come from outside: they are cut, and made visible. */
const certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** In hex. */
  serial: z.string(),
  validFrom: z.string(),
  validUntil: z.string(),
  sha256: z.string(),
})

/**
 * What one digital signature in a PDF says, as three answers that do not depend on each other (ETSI EN 319 102-1). It has nothing to do with the
 * service’s own count of who has signed.
 */
export const documentSignature = z.object({
  integrity: z.enum(INTEGRITIES),
  /** Why it is not unchanged: the end of a sentence about the signature. */
  integrityReason: z.string().nullable(),
  /** Whether nothing follows what was signed. */
  coversAll: z.boolean(),
  /** How many revisions follow it. */
  laterChanges: z.int(),
  signer: z.string().nullable(),
  certificate: certificate.nullable(),
  time: z.string().nullable(),
  /** `stamp` if a time stamp of somebody known here proves it; `unknown-stamp` and `signer` if it is only claimed. */
  timeBy: z.enum(['stamp', 'unknown-stamp', 'signer']).nullable(),
  /** Whether this computer knows who vouches for the signer. */
  issuer: z.enum(['trusted', 'unknown']),
  /** Why not: the end of a sentence about the certificate. */
  issuerReason: z.string().nullable(),
  /** The `SubFilter` of the PDF. */
  format: z.string(),
  /** Of PAdES (ETSI EN 319 142-1), if it is one. */
  level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).nullable(),
  /** What of it could be forged with some effort. */
  weak: z.array(z.string()),
})

export const documentSignatures = z.object({
  /** In the order of the document. */
  signatures: z.array(documentSignature),
  /** Why they could not be looked for: the end of a sentence about the document. */
  problem: z.string().nullable(),
})

export type SignatureCertificate = z.infer<typeof certificate>
export type DocumentSignature = z.infer<typeof documentSignature>
export type DocumentSignatures = z.infer<typeof documentSignatures>

/** What is recorded of a saved PDF. */
export interface SignatureSummary {
  /** Null where nobody looked. */
  count: number | null
  /** The worst answer of them. Whom this computer trusts is no part of it. */
  verdict: DocumentSignature['integrity'] | null
}

export const NO_SIGNATURES: SignatureSummary = { count: 0, verdict: null }
export const NOT_LOOKED_AT: SignatureSummary = { count: null, verdict: null }
