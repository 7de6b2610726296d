import { z } from 'zod'
import { AppError } from '../../../shared/errors/app-error.ts'
import { errorCode } from '../../files/disk-codes.ts'
import type { PolicyPort } from '../../ports/host-ports.ts'
import { readUntrustedSync } from '../../files/open-untrusted.ts'

const MAX_POLICY_BYTES = 1024 * 1024

/** Of other things that a policy may say nothing is known here. */
const policyShape = z.looseObject({ queueForbidden: z.boolean().optional() })

/**
 * Who forbids taking messages from a queue, as the end of a sentence (“forbidden here by …”); undefined where nobody does
 * (T36). A policy that cannot be read forbids: whoever wrote it meant something by it.
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

/** Undefined where there is none; what is there and cannot be read is as good as unreadable. */
function readPolicy(file: string): string | undefined {
  try {
    // Editors of Windows write a mark of the encoding at the beginning.
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
