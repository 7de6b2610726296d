import { z } from 'zod'
import { AppError } from '../../../shared/errors/app-error.ts'
import { errorCode } from '../../files/disk-codes.ts'
import { readUntrustedSync } from '../../files/open-untrusted.ts'
import type { PolicyPort } from '../../ports/host-ports.ts'

const MAX_POLICY_BYTES = 1024 * 1024

/** A policy may contain more, of which this version knows nothing. */
const policyShape = z.looseObject({ queueForbidden: z.boolean().optional() })

/**
 * Who forbids taking messages from a queue, as the end of a sentence (“forbidden here by …”); undefined where it is allowed
 * (T36). A policy that cannot be read forbids it, which is the safe reading.
 */
export function queueForbiddenBy({ file, isQueueForbidden }: PolicyPort): string | undefined {
  if (isQueueForbidden) return 'the setting PARCEL_DESK_FORBID_QUEUE of this computer'
  const text = readPolicy(file)
  if (text === undefined) return undefined
  const { data: policy } = policyShape.safeParse(parseJson(text))
  if (policy === undefined) return `the policy file ${file}, which cannot be read and so counts as forbidding it`
  return policy.queueForbidden === true ? `your organisation, in ${file}` : undefined
}

/** Fails with queue-forbidden where taking messages is forbidden. */
export function assertQueueAllowed(policy: PolicyPort): void {
  const by = queueForbiddenBy(policy)
  if (by !== undefined) throw new AppError({ tag: 'queue-forbidden', by })
}

/** Undefined where there is no file; empty, which is invalid, where it cannot be read. */
function readPolicy(file: string): string | undefined {
  try {
    // Windows editors write a byte order mark.
    return readUntrustedSync(file, MAX_POLICY_BYTES, { followsLinks: true }).replace(/^\uFEFF/, '')
  } catch (thrown) {
    const code = errorCode(thrown)
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : ''
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
