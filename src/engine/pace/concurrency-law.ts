/** How many calls begin at once before anything is known of a service. */
const FIRST = 4
/** More is never asked of a service by itself (T33). */
export const MOST_AT_ONCE = 32
/** Fewer answers than this say more of chance than of the service. */
const LEAST_SAMPLES = 8
/** Answers may take so much longer than the best before that counts as a queue. */
const TOLERANCE = 1.25
/** So many more are tried while no queue forms, once one has formed or something was refused. */
const STEP = 2
/** How much a call counts in the share of those refused, and the share from which on it is their number that is refused. */
const WEIGHT = 1 / 40
const MANY_REFUSED = 1 / 8
/** The best may have been a better hour: so often it is measured again, and what was refused is tried again. */
const REMEASURED_AFTER_MS = 60_000

/** A whole answer, in milliseconds: from the call to its first byte, and from there to its last. */
export interface Sample {
  /** Only answers to the same kind of call are compared. */
  kind: string
  headMs: number
  bodyMs: number
  bytes: number
  /** What `epoch` was when the call began: answers to calls that began under another number say nothing of this one. */
  epoch: number
}

export interface ConcurrencyLaw {
  atOnce(): number
  /** How far apart calls begin, in milliseconds, so that they do not come in bursts: half of what would spread them evenly. */
  spacingMs(): number
  epoch(): number
  /** `inFlight`: how many calls were under way, this one among them. Without need for more, no more are tried. */
  answered(sample: Sample, inFlight: number): void
  /** The service answered a call while it worked on so many, this one among them. */
  bore(together: number): void
  /** The service refused a call while it worked on so many others. */
  refused(others: number): void
}

/**
 * How many calls a service bears at once, by the gradient of its answers (docs/decisions/adaptive-concurrency.md). In rounds of as many
 * answers as calls: the median answer is compared with the best round’s, for its size; while it takes no longer, the number grows,
 * at first twofold; as it takes longer, a queue forms, and the number shrinks by the same ratio. A refusal takes back what was
 * too much at once.
 */
export function createConcurrencyLaw(nowMs: () => number, remembered?: number): ConcurrencyLaw {
  let atOnce = Math.min(MOST_AT_ONCE, remembered ?? FIRST)
  let isUntried = remembered === undefined
  let epoch = 0
  let samples: Sample[] = []
  let wasFull = false
  let quickestMs = Infinity
  let best = new Map<string, Speed>()
  let measuredAtMs = nowMs()
  /** What it was before it was lowered to measure the best again. */
  let measuringFor: number | undefined
  let borne = 0
  let refusedShare = 0
  let ceiling = { atOnce: MOST_AT_ONCE, atMs: 0 }

  const change = (next: number): void => {
    const least = Math.min(FIRST, ceiling.atOnce)
    const bounded = Math.round(Math.max(least, Math.min(next, ceiling.atOnce)))
    samples = []
    wasFull = false
    if (bounded === atOnce) return
    atOnce = bounded
    epoch += 1
  }
  const endRound = (): void => {
    quickestMs = Math.min(quickestMs, median(samples.map(({ headMs, bodyMs }) => headMs + bodyMs)))
    const isFull = wasFull
    const before = measuringFor
    measuringFor = undefined
    if (before !== undefined) {
      best = new Map()
      measuredAtMs = nowMs()
    }
    for (const [kind, ofKind] of Map.groupBy(samples, (sample) => sample.kind)) {
      const [known, round] = [best.get(kind) ?? SLOWEST, measure(ofKind)]
      best.set(kind, {
        headMs: Math.min(known.headMs, round.headMs),
        msPerByte: Math.min(known.msPerByte, round.msPerByte),
      })
    }
    if (before !== undefined) return change(before)
    if (nowMs() - measuredAtMs >= REMEASURED_AFTER_MS) {
      measuringFor = atOnce
      return change(atOnce / 2)
    }
    const slowness = median(
      samples.map(({ kind, headMs, bodyMs, bytes }) => {
        const { headMs: least, msPerByte } = best.get(kind) ?? SLOWEST
        return (headMs + bodyMs) / Math.max(1, least + bytes * msPerByte)
      }),
    )
    if (slowness > TOLERANCE) {
      isUntried = false
      return change(atOnce * Math.max(0.5, TOLERANCE / slowness) + (slowness > 2 * TOLERANCE ? 0 : STEP))
    }
    if (nowMs() - ceiling.atMs >= REMEASURED_AFTER_MS) {
      ceiling = { atOnce: Math.min(MOST_AT_ONCE, ceiling.atOnce + 1), atMs: nowMs() }
    }
    change(!isFull ? atOnce : isUntried ? atOnce * 2 : atOnce + STEP)
  }
  return {
    atOnce: () => atOnce,
    spacingMs: () => (quickestMs === Infinity ? 0 : quickestMs / atOnce / 2),
    epoch: () => epoch,
    answered: (sample, inFlight) => {
      if (sample.epoch !== epoch) return
      samples.push(sample)
      wasFull ||= inFlight >= atOnce
      if (samples.length >= Math.max(atOnce, LEAST_SAMPLES)) endRound()
    },
    bore: (together) => {
      borne = Math.max(borne, together)
      refusedShare *= 1 - WEIGHT
    },
    refused: (others) => {
      refusedShare += WEIGHT * (1 - refusedShare)
      // It has borne as many: this may be about something else, unless it happens often.
      if (others + 1 <= borne && refusedShare < MANY_REFUSED) return
      borne = others
      refusedShare = 0
      isUntried = false
      measuringFor = undefined
      const half = Math.max(1, Math.floor(atOnce / 2))
      ceiling = { atOnce: Math.min(atOnce, Math.max(others, half)), atMs: nowMs() }
      change(ceiling.atOnce)
    },
  }
}

interface Speed {
  headMs: number
  msPerByte: number
}

const SLOWEST: Speed = { headMs: Infinity, msPerByte: Infinity }

/** The middle of a round, which a few slow answers do not move. */
function measure(samples: readonly Sample[]): Speed {
  const bytes = samples.reduce((sum, sample) => sum + sample.bytes, 0)
  const bodyMs = samples.reduce((sum, sample) => sum + sample.bodyMs, 0)
  return { headMs: median(samples.map(({ headMs }) => headMs)), msPerByte: bodyMs / Math.max(1, bytes) }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}
