interface NamedPattern {
  readonly name: string
  readonly pattern: string
}

/** The list with one pattern changed, under its old name or a new one; a new one goes to the end. */
export function withPattern(
  patterns: readonly NamedPattern[],
  name: string | undefined,
  changed: NamedPattern,
): NamedPattern[] {
  const isKnown = patterns.some((one) => one.name === name)
  return isKnown ? patterns.map((one) => (one.name === name ? changed : one)) : [...patterns, changed]
}

/** Why a pattern cannot have this name; undefined where it can. */
export function nameProblem(
  patterns: readonly NamedPattern[],
  name: string,
  before: string | undefined,
): string | undefined {
  if (name.trim() === '') return 'Give the pattern a name.'
  const isTaken = patterns.some((one) => one.name === name.trim() && one.name !== before)
  return isTaken ? 'Another pattern has this name. Choose a different one.' : undefined
}
