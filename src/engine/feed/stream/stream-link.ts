import type { Failure } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Delivery, Link, LinkPort, LinkReceiver, LinkTarget, StreamStart } from '../../ports/link.ts'
import { hashOfBody, type StreamPlace } from './stream-places.ts'

export interface StreamReading {
  /** The last message that is stored, read for each connection; undefined where none is. */
  place: () => StreamPlace | undefined
  /** Where to begin if none is stored. */
  from: StreamStart
  /**
   * Since when the next message is waited for, kept until one is stored: what comes while this program is off, or not connected,
   * is then read too. Without it that lasts as long as the program.
   */
  waiting?: { since(): Date | undefined; begin(at: Date): void }
  /** The broker no longer keeps messages that were never read. */
  onGone: (sentence: string) => void
  /** The stream is another one of the same name; it is read from its beginning. */
  onReplaced: (sentence: string) => void
}

/** A message that the stream holds begins to arrive at once. How long it takes then depends on its size. */
const FIRST_WITHIN_MS = 20_000
/** A moment of this computer is looked up by the broker’s clock: what is read twice is stored once. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * Reads a stream from where it was left. RabbitMQ begins elsewhere where an offset is gone, and waits in silence where it is not
 * reached yet (seen with RabbitMQ 3.10). So it is asked for the last message that is stored: if that comes, reading goes on
 * behind it; if a later one comes, retention has passed this reader; if another or an earlier one or nothing comes, the stream was
 * deleted and made again.
 */
export function createStreamLink(
  link: LinkPort,
  clock: Pick<ClockPort, 'wait' | 'now'>,
  reading: StreamReading,
): LinkPort {
  let isReplaced = false
  const waiting = reading.waiting ?? createWaiting()
  const begin = (): StreamStart => {
    const since = reading.from === 'next' ? waiting.since() : undefined
    return since === undefined ? reading.from : new Date(since.getTime() - CLOCKS_DIFFER_MS)
  }
  return {
    ...link,
    connect: async (target, receiver, signal) => {
      const place = isReplaced ? undefined : reading.place()
      const start = isReplaced ? 'first' : (place?.offset ?? begin())
      const check = createPlaceCheck(place, { receiver, reading, stream: target.queue })
      const opened = await link.connect({ ...target, stream: start }, check.receiver, signal)
      if (start === 'next') waiting.begin(clock.now())
      isReplaced = false
      const restart = async (): Promise<void> => {
        isReplaced = true
        reading.onReplaced(replacedSentence(target.queue))
        await opened.close()
        receiver.lost(replacedFailure(target))
      }
      void check.checked.then(({ known, isAnother }) => {
        // It is stored already, and would take up a place among those in transit.
        if (known !== undefined) opened.acknowledgeUpTo(known.tag)
        if (isAnother) void restart()
      })
      if (place !== undefined) void clock.wait(FIRST_WITHIN_MS, check.heard).then(check.miss, () => undefined)
      // Every reader gets every message: others take nothing away.
      return { ...opened, otherConsumers: 0, close: () => check.end(opened) }
    },
  }
}

function createWaiting(): NonNullable<StreamReading['waiting']> {
  let begun: Date | undefined
  return { since: () => begun, begin: (at) => (begun = at) }
}

interface CheckResult {
  /** The last message that is stored, delivered again. */
  known?: Delivery
  isAnother: boolean
}

interface PlaceCheck {
  receiver: LinkReceiver
  /** What the first delivery has shown. */
  checked: Promise<CheckResult>
  /** Nothing comes. */
  miss(): void
  /** Fires when something begins to arrive, or the link has ended. */
  heard: AbortSignal
  end(link: Link): Promise<void>
}

interface PlaceOptions {
  receiver: LinkReceiver
  reading: StreamReading
  stream: string
}

/** Passes on what comes behind the place; the first delivery shows whether the stream still holds it. */
function createPlaceCheck(place: StreamPlace | undefined, { receiver, reading, stream }: PlaceOptions): PlaceCheck {
  const { promise: checked, resolve } = Promise.withResolvers<CheckResult>()
  const heard = new AbortController()
  let isSettled = false
  let isPassing = place === undefined
  const end = (): void => {
    isSettled = true
    heard.abort()
  }
  const settle = (result: CheckResult): void => {
    end()
    resolve(result)
  }
  const checkFirst = (delivery: Delivery, last: StreamPlace): void => {
    const { offset = 0 } = delivery
    if (offset === last.offset && hashOfBody(delivery.body).equals(last.bodyHash)) {
      isPassing = true
      settle({ known: delivery, isAnother: false })
    } else if (offset <= last.offset) {
      settle({ isAnother: true })
    } else {
      isPassing = true
      settle({ isAnother: false })
      reading.onGone(goneSentence(stream, last.offset, offset))
      receiver.delivered(delivery)
    }
  }
  return {
    checked,
    heard: heard.signal,
    miss: () => settle({ isAnother: true }),
    end: async (link) => {
      end()
      await link.close()
    },
    receiver: {
      ...receiver,
      // Every message passes here, and each call of `abort` makes an error of its own.
      arriving: () => {
        if (!heard.signal.aborted) heard.abort()
      },
      delivered: (delivery) => {
        if (isPassing) receiver.delivered(delivery)
        else if (place !== undefined && !isSettled) checkFirst(delivery, place)
      },
      lost: (failure) => {
        end()
        receiver.lost(failure)
      },
    },
  }
}

function goneSentence(stream: string, last: number, next: number): string {
  return `The broker no longer keeps what came between place ${last} and place ${next} of “${stream}”: this installation was away for longer than messages are kept. A check by search shows how those sets stand now.`
}

function replacedSentence(stream: string): string {
  return `“${stream}” no longer holds the message that was read last: it was deleted and made anew. It is read from its beginning, and what is stored stays.`
}

function replacedFailure({ queue, host, port }: LinkTarget): Failure {
  return { tag: 'queue-cancelled', queue, broker: `${host}:${port}`, isStream: true }
}
