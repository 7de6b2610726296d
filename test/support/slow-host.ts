import { setTimeout as delay } from 'node:timers/promises'
import type { Desk } from '../../src/main/desk/desk.ts'
import { fractionOf } from '../exchange-service/seeded-random.ts'

/** Any text: the seed of a host that is now and then slow. The same seed keeps the same calls and events for as long. */
export const SLOW_HOST = 'PARCEL_DESK_SLOW_HOST'

/** Most of what passes is not kept at all: a host that was always slow would never change an order. */
const SHARE = 0.3
/** Longer than a page takes to draw what it was told. */
const LONGEST_MS = 250

type Lag = (what: string) => number
type Lane = <Item>(what: string, item: Item) => Promise<Item>

/** How long the next of its kind is kept, in milliseconds; undefined on a host as fast as it is. */
export function createLag(seed = process.env[SLOW_HOST]): Lag | undefined {
  if (seed === undefined) return undefined
  const counts = new Map<string, number>()
  return (what) => {
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    const drawn = fractionOf(`${seed} ${what} ${count}`)
    return drawn < SHARE ? (drawn / SHARE) * LONGEST_MS : 0
  }
}

/** A way that keeps what passes for a while and lets nothing overtake, as the channel between page and main process. */
function createLane(lag: Lag): Lane {
  let last: Promise<unknown> = Promise.resolve()
  return async (what, item) => {
    const passed = Promise.all([last, delay(lag(what))])
    last = passed
    await passed
    return item
  }
}

/** A desk whose calls, answers, events and documents come late, in their order; as it is unless PARCEL_DESK_SLOW_HOST is set. */
export function slowDesk(desk: Desk): Desk {
  const lag = createLag()
  if (lag === undefined) return desk
  const [toDesk, toPage] = [createLane(lag), createLane(lag)]
  return {
    ...desk,
    router: {
      ...desk.router,
      answer: async (name, input) => {
        await toDesk(`call ${String(name)}`, undefined)
        return await toPage(`answer ${String(name)}`, await desk.router.answer(name, input))
      },
    },
    events: {
      ...desk.events,
      listen: (listener) => {
        let isHeard = true
        const stop = desk.events.listen((event) => {
          void toPage(`event ${event.name}`, event).then((late) => isHeard && listener(late))
        })
        return () => {
          isHeard = false
          stop()
        }
      },
    },
    serve: async (request) => {
      await delay(lag('document'))
      return await desk.serve(request)
    },
  }
}
