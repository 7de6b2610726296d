/** What the application did with the stand-in, in order. */
export interface Recorded {
  what: string
  given: unknown[]
}

const recorded: Recorded[] = []

/** Records a call; what cannot be sent to another process, such as a function, is recorded by its type. */
export function record(what: string, ...given: unknown[]): void {
  recorded.push({ what, given: given.map(plain) })
}

export function records(): readonly Recorded[] {
  return recorded
}

function plain(value: unknown): unknown {
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return `a ${value.constructor.name}`
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}
