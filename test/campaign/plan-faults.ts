import { seededRandom } from '../exchange-service/seeded-random.ts'
import type { FaultKind } from '../exchange-service/fault-rules.ts'

/** What a fault strikes; of each lane one fault at a time is under way. */
export type Lane = 'process' | 'broker' | 'service' | 'disk' | 'world'

export type Fault =
  /** The process is started again at once, as a service manager does. */
  | { kind: 'kill'; actor: string }
  /** SIGSTOP, then SIGCONT: a computer that sleeps. */
  | { kind: 'sleep'; actor: string; seconds: number }
  | { kind: 'interrupt'; actor: string }
  | { kind: 'broker restart'; seconds: number }
  | { kind: 'connections cut' }
  /** The broker takes nothing from publishers. */
  | { kind: 'memory alarm'; seconds: number }
  | { kind: 'service away'; seconds: number }
  | { kind: 'tokens die' }
  | { kind: 'tokens refused'; seconds: number }
  | { kind: 'bad answers'; of: 'document' | 'search' | 'token'; answer: FaultKind; share: number; seconds: number }
  | { kind: 'disk full'; seconds: number }
  | { kind: 'share away'; seconds: number }
  /** For every program that is started from then on. */
  | { kind: 'clock jump'; hours: number }
  /** The service has other bytes for a document from now on; a fraction says which. */
  | { kind: 'new version'; document: number }

export interface Step {
  atMs: number
  lane: Lane
  fault: Fault
}

export interface PlanSize {
  seed: number
  seconds: number
  actors: readonly string[]
}

/** Steps come this often on average. */
const MEAN_GAP_MS = 1_200

/** The faults of a campaign: a pure function of its arguments, so that a seed replays. */
export function planFaults({ seed, seconds, actors }: PlanSize): Step[] {
  const dice = createDice(seed)
  const steps: Step[] = []
  for (let atMs = dice.between(500, 1_500); atMs < seconds * 1_000; atMs += dice.between(200, 2 * MEAN_GAP_MS - 200)) {
    const lane = dice.pick(LANES)
    steps.push({ atMs: Math.round(atMs), lane, fault: DRAWS[lane](dice, actors) })
  }
  return steps
}

/** As often as they stand here. */
const LANES: readonly Lane[] = ['process', 'process', 'process', 'broker', 'service', 'service', 'disk', 'world']

/** Answers that must not become a file; each is seen as wrong by what the protocol or the document itself says. */
const BAD_DOCUMENTS: readonly FaultKind[] = [
  '500',
  '503',
  '204',
  'empty',
  'html',
  'errorEnvelope',
  'falseGzip',
  'partialContent',
  'withoutEnd',
  'wrongLengthShort',
  'wrongLengthLong',
  'truncated',
  'truncatedChunked',
  'truncatedWithoutLength',
  'reset',
  'dropped',
  'slow',
]
const BAD_ANSWERS: readonly FaultKind[] = [
  '500',
  '503',
  'malformedJson',
  'dropped',
  'reset',
  'truncated',
  'slow',
  'html',
]

const DRAWS: Readonly<Record<Lane, (dice: Dice, actors: readonly string[]) => Fault>> = {
  process: (dice, actors) => {
    const actor = dice.pick(actors)
    const kind = dice.pick(['kill', 'kill', 'sleep', 'interrupt'] as const)
    return kind === 'sleep' ? { kind, actor, seconds: dice.seconds(1, 5) } : { kind, actor }
  },
  broker: (dice) => {
    const kind = dice.pick(['broker restart', 'connections cut', 'connections cut', 'memory alarm'] as const)
    return kind === 'connections cut' ? { kind } : { kind, seconds: dice.seconds(1, 4) }
  },
  service: (dice) => {
    const kind = dice.pick(['service away', 'tokens die', 'tokens refused', 'bad answers', 'bad answers'] as const)
    if (kind === 'tokens die') return { kind }
    if (kind !== 'bad answers') return { kind, seconds: dice.seconds(1, 4) }
    const of = dice.pick(['document', 'document', 'document', 'search', 'token'] as const)
    const answer = dice.pick(of === 'document' ? BAD_DOCUMENTS : BAD_ANSWERS)
    return { kind, of, answer, share: dice.between(0.2, 0.9), seconds: dice.seconds(2, 6) }
  },
  disk: (dice) => ({ kind: dice.pick(['disk full', 'share away'] as const), seconds: dice.seconds(1, 3) }),
  world: (dice) =>
    dice.between(0, 1) < 0.6
      ? { kind: 'new version', document: dice.between(0, 1) }
      : { kind: 'clock jump', hours: dice.pick([-26, -2, 0, 1, 30]) },
}

interface Dice {
  between(least: number, most: number): number
  seconds(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
}

function createDice(seed: number): Dice {
  const random = seededRandom(seed)
  const between = (least: number, most: number): number => least + random() * (most - least)
  return {
    between,
    seconds: (least, most) => Math.round(between(least, most) * 10) / 10,
    pick: (items) => {
      const picked = items[Math.floor(random() * items.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}

/** A step as it is printed: “12.3 s  kill desk-2”. */
export function describeStep({ atMs, fault }: Step): string {
  const { kind, ...details } = fault
  const words = Object.values(details).map((value) =>
    typeof value === 'number' ? String(Math.round(value * 100) / 100) : value,
  )
  return `${(atMs / 1_000).toFixed(1).padStart(6)} s  ${[kind, ...words].join(' ')}`
}
