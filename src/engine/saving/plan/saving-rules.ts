import { resolve } from 'node:path'
import { setByOrganisation } from '../../../shared/policy/effective-policy.ts'
import { usualPattern } from '../../../shared/policy/user-settings.ts'
import type { CurrentPolicy } from '../../ports/policy.ts'
import { isInsideFolder } from '../names/path-limits.ts'
import { realPath } from '../disk/folder-spelling.ts'
import type { Job } from '../records/job-rows.ts'
import type { PlanOptions } from './save-plan.ts'

/** What the organisation has set about saving; asked again for each plan, job and document. */
export interface SavingRules {
  /** Whether documents may be saved in it, by whatever link it leads there. */
  isFolderAllowed(folder: string): boolean
  /** Fails with set-by-organisation for a folder that is not allowed. */
  assertFolderAllowed(folder: string): void
  /** The request with the pattern and the conflict policy that are set, whoever asked for others. */
  restrict<Request extends PlanOptions>(request: Request): Request
  /** The same for a job, which may be older than the policy. */
  restrictJob<Limited extends Pick<Job, 'concurrency' | 'conflict'>>(job: Limited): Limited
}

export function createSavingRules(policy: CurrentPolicy): SavingRules {
  const isFolderAllowed = (folder: string): boolean => {
    const { ArchiveRoots } = policy.current().values
    return ArchiveRoots === null || ArchiveRoots.some((root) => isBelow(folder, root))
  }
  return {
    isFolderAllowed,
    assertFolderAllowed: (folder) => {
      if (isFolderAllowed(folder)) return
      const { values, origins } = policy.current()
      const roots = values.ArchiveRoots ?? []
      const next =
        roots.length === 0 ? 'No folder is allowed at all; ask your administrator.' : `Save into ${roots.join(' or ')}.`
      throw setByOrganisation(`Saving into ${folder}`, origins.ArchiveRoots, next)
    },
    restrict: (request) => {
      const { values } = policy.current()
      const pattern = values.NamePatternLocked ? usualPattern(values) : request.pattern
      return { ...request, pattern, conflict: values.ConflictPolicy ?? request.conflict }
    },
    restrictJob: (job) => {
      const { ConcurrencyMax, ConflictPolicy } = policy.current().values
      const concurrency = Math.min(job.concurrency, ConcurrencyMax ?? job.concurrency)
      return { ...job, concurrency, conflict: ConflictPolicy ?? job.conflict }
    },
  }
}

/** Links resolved in both; a root that cannot be reached contains nothing. */
function isBelow(folder: string, root: string): boolean {
  try {
    const [inner, outer] = [realPath(resolve(folder)), realPath(resolve(root))]
    return inner === outer || isInsideFolder(outer, inner)
  } catch {
    return false
  }
}
