import { type FaultKind, faultKindNames, type FaultRule, type FaultRules } from './fault-rules.ts'
import type { Endpoint } from './route-request.ts'
import { fractionOf } from './seeded-random.ts'

/** What a rule may depend on. */
export interface FaultCase {
  endpoint: Endpoint
  /** Method, path, query and body in one text: the same request asked again has the same one. */
  question: string
  /** The customers asked about, or the owner of the document. */
  customerIds: string[]
  /** The reference asked about. */
  shipmentRef?: string | undefined
  setId?: string | undefined
  documentId?: string | undefined
}

export interface FaultControls {
  add(rule: FaultRule): void
  /** Replaces every rule, the dice and the allowance. */
  set(rules: FaultRules): void
  clear(): void
  refuseCustomer(customerId: string): void
  /** How often each kind has been served so far. */
  readonly served: Partial<Record<FaultKind, number>>
}

export interface Faults extends FaultControls {
  /** The rule that spoils this answer, if any does. Counts it as served. */
  choose(fault: FaultCase): FaultRule | undefined
}

interface CountedRule {
  rule: FaultRule
  matched: number
  fired: number
}

export function createFaults(initial: FaultRules, seed: number): Faults {
  const served: Partial<Record<FaultKind, number>> = {}
  const attempts = new Map<string, number>()
  let rules: CountedRule[] = []
  let general: FaultRules = {}
  let answered = 0
  const add = (rule: FaultRule): void => void rules.push({ rule, matched: 0, fired: 0 })
  const set = (wanted: FaultRules): void => {
    general = wanted
    rules = []
    answered = 0
    for (const rule of wanted.rules ?? []) add(rule)
  }
  const choose = (fault: FaultCase): FaultRule | undefined => {
    const attempt = (attempts.get(fault.question) ?? 0) + 1
    attempts.set(fault.question, attempt)
    answered += 1
    const throwDice = (dice: string): number => fractionOf(`${seed} ${dice} ${fault.question} ${attempt}`)
    const firing = rules.filter((rule, index) => fires(rule, fault, () => throwDice(`rule ${index}`)))
    const chosen = firing[0]
    if (chosen !== undefined) chosen.fired += 1
    return chosen?.rule ?? overdrawn(general, answered) ?? thrown(general, fault, throwDice('document'))
  }
  set(initial)
  return {
    add,
    set,
    clear: () => set({}),
    refuseCustomer: (customerId) => {
      add({ match: 'search', kind: '403', customerId })
      add({ match: 'document', kind: '403', customerId })
    },
    served,
    choose: (fault) => {
      const rule = choose(fault)
      if (rule !== undefined) served[rule.kind] = (served[rule.kind] ?? 0) + 1
      return rule
    },
  }
}

/** Every rule counts the requests that match it, whichever rule is served in the end. */
function fires(counted: CountedRule, fault: FaultCase, throwDice: () => number): boolean {
  const { rule } = counted
  if (!concerns(rule, fault)) return false
  counted.matched += 1
  const times = rule.times ?? (rule.nth === undefined ? Number.POSITIVE_INFINITY : 1)
  if (counted.matched < (rule.nth ?? 1) || counted.fired >= times) return false
  return rule.probability === undefined || throwDice() < rule.probability
}

function concerns(rule: FaultRule, fault: FaultCase): boolean {
  return (
    (rule.match === 'any' || rule.match === fault.endpoint) &&
    (rule.customerId === undefined || fault.customerIds.includes(rule.customerId)) &&
    (rule.shipmentRef === undefined || rule.shipmentRef === fault.shipmentRef) &&
    (rule.setId === undefined || rule.setId === fault.setId) &&
    (rule.documentId === undefined || rule.documentId === fault.documentId)
  )
}

function overdrawn(general: FaultRules, answered: number): FaultRule | undefined {
  if (answered <= (general.requestsAllowed ?? Number.POSITIVE_INFINITY)) return undefined
  return { match: 'any', kind: '429', ...retryAfterOf(general) }
}

/** One throw for all kinds: the shares lie side by side on the way from 0 to 1. */
function thrown(general: FaultRules, fault: FaultCase, fraction: number): FaultRule | undefined {
  if (fault.endpoint !== 'document') return undefined
  let upTo = 0
  for (const [kind, share] of sharesOf(general)) {
    upTo += share
    if (fraction < upTo) return { match: 'document', kind, ...retryAfterOf(general) }
  }
  return undefined
}

function sharesOf({ documents = {} }: FaultRules): [FaultKind, number][] {
  return faultKindNames.flatMap((kind) => {
    const share = documents[kind]
    return share === undefined ? [] : [[kind, share] satisfies [FaultKind, number]]
  })
}

function retryAfterOf({ retryAfterSeconds }: FaultRules): Pick<FaultRule, 'retryAfterSeconds'> {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
}
