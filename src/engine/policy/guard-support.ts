import { setByOrganisation } from '../../shared/policy/effective-policy.ts'
import type { CurrentPolicy } from '../ports/policy.ts'

/** Fails with set-by-organisation where a bundle for support may not be saved. */
export function assertSupportBundleAllowed(policy: CurrentPolicy): void {
  const { values, origins } = policy.current()
  if (values.SupportBundleForbidden) throw setByOrganisation('Saving a support bundle', origins.SupportBundleForbidden)
}
