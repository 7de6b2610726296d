/** The list with one rule changed in its place, or added behind the last. */
export function withRule<Rule>(rules: readonly Rule[], at: number, rule: Rule): Rule[] {
  return at >= rules.length ? [...rules, rule] : rules.with(at, rule)
}

/** The list with one rule a place earlier (-1) or later (1); at the end of the list it stays. */
export function moved<Rule>(rules: readonly Rule[], at: number, by: -1 | 1): readonly Rule[] {
  const rule = rules[at]
  const to = at + by
  if (rule === undefined || to < 0 || to >= rules.length) return rules
  return rules.toSpliced(at, 1).toSpliced(to, 0, rule)
}
