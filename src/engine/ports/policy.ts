import type { EffectivePolicy, PolicySourceName } from '../../shared/policy/effective-policy.ts'

/** What the organisation has set on this computer. */
export interface PolicyPort {
  /** As last read; cheap. */
  current(): EffectivePolicy
  /** Reads the sources again. Never fails: a source that still cannot be read a moment later counts as the strictest. */
  refresh(): Promise<EffectivePolicy>
}

/** What most need of it: what applies now. */
export type CurrentPolicy = Pick<PolicyPort, 'current'>

/** One place that an administrator writes to, as an adapter has read it. */
export interface PolicyLayer {
  source: PolicySourceName
  /** A registry key, a file or a variable, to be named in a sentence. */
  place: string
  /**
   * Values by key as they stand there, and what is wrong with the text of one, as the end of a sentence; or why none can be read.
   */
  content: { values: Readonly<Record<string, unknown>>; flaws?: ReadonlyMap<string, string> } | { flaw: string }
  /** From the registry, which has no type for on and off, nor for structures. */
  isRegistry?: boolean
  /** Any user may have written it: nothing in it can loosen, or lead anywhere. */
  onlyForbids?: boolean
}

/** Reads the layers that this system has now. */
export type ReadPolicyLayers = () => Promise<readonly PolicyLayer[]>
