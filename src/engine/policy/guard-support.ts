import { AppError } from '../../shared/errors/app-error.ts'
import { setBy } from '../../shared/policy/effective-policy.ts'
import type { PolicyPort } from '../ports/policy.ts'

/** Fails with set-by-organisation where a bundle for support may not be saved. */
export function assertSupportBundleAllowed(policy: Pick<PolicyPort, 'current'>): void {
  const { values, origins } = policy.current()
  if (!values.SupportBundleForbidden) return
  const by = setBy(origins.SupportBundleForbidden)
  throw new AppError({ tag: 'set-by-organisation', what: 'Saving a support bundle', by })
}
