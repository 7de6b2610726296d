import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { AppError } from '../../shared/errors/app-error.ts'
import {
  type DocumentSignatures,
  INTEGRITIES,
  NOT_LOOKED_AT,
  type SignatureSummary,
} from '../../shared/model/document-signatures.ts'
import { errorCode } from '../files/file-system.ts'
import { UntrustedFileError } from '../files/open-untrusted.ts'
import type { Authorities } from './issuers.ts'

/** A PDF of a folder; `path` is relative to it, with “/”. */
export interface SignedFile extends DocumentSignatures {
  path: string
}

export interface SignatureReader {
  /** Of one PDF. Fails with interrupted, and with what the disk throws. */
  read(file: string, signal?: AbortSignal): Promise<DocumentSignatures>
  /** The same for many files: whom this computer trusts is read once. */
  forMany(): Promise<SignatureReader['read']>
  /** Of every file below a folder that is named as a PDF; one that cannot be read says so itself. */
  readFolder(folder: string, signal?: AbortSignal): Promise<SignedFile[]>
}

interface ReaderOptions {
  /** Whom this computer trusts, in PEM. */
  trusted: (signal?: AbortSignal) => Promise<readonly string[]>
  now: () => Date
}

export function createSignatureReader({ trusted, now }: ReaderOptions): SignatureReader {
  // Loaded on demand: few starts need it. Authorities are read once for each call, since the organisation may change them.
  const forMany = async (): Promise<SignatureReader['read']> => {
    const [{ readSignatures }, { createAuthorities }] = await Promise.all([
      import('./read-signatures.ts'),
      import('./issuers.ts'),
    ])
    let known: Authorities | undefined
    const authorities = async (signal?: AbortSignal): Promise<Authorities> =>
      (known ??= createAuthorities(await trusted(signal)))
    return async (file, signal) =>
      await readSignatures(file, { authorities, now: now() }, signal).catch((thrown: unknown) => {
        throw signal?.aborted === true ? new AppError({ tag: 'interrupted' }, { cause: thrown }) : thrown
      })
  }
  return {
    forMany,
    read: async (file, signal) => await (await forMany())(file, signal),
    readFolder: async (folder, signal) => {
      const read = await forMany()
      const files: SignedFile[] = []
      for (const path of await pdfsBelow(folder)) {
        const found = await read(join(folder, path), signal).catch((thrown: unknown) => {
          if (signal?.aborted === true || !isOfFile(thrown)) throw thrown
          return { signatures: [], problem: 'cannot be opened' }
        })
        files.push({ path, ...found })
      }
      return files
    },
  }
}

/** What is recorded of one PDF. Fails with what the disk throws. */
export async function summarizeSignatures(file: string): Promise<SignatureSummary> {
  const reader = createSignatureReader({ trusted: () => Promise.resolve([]), now: () => new Date() })
  const { signatures, problem } = await reader.read(file)
  if (problem !== null) return NOT_LOOKED_AT
  const verdict = INTEGRITIES.findLast((one) => signatures.some(({ integrity }) => integrity === one)) ?? null
  return { count: signatures.length, verdict }
}

function isOfFile(thrown: unknown): boolean {
  return errorCode(thrown) !== '' || thrown instanceof UntrustedFileError
}

async function pdfsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}
