import { hostPort } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { BrokerTarget, StreamStart } from '../../engine/ports/link.ts'
import { codeOf, isCertificateWanted, networkFailure } from '../network-failures.ts'

const QUOTE_START = 'with message "'
/** The most characters of the broker’s own words in a sentence. */
const MAX_QUOTE = 200
const OWN_AUTHORITY = {
  terminal: 'Ask for the certificate authority of the broker and name its file with --ca-file.',
  desk: 'Ask for the certificate authority of the broker and choose its file for the queue in Settings.',
} as const
/** What to do about the firm’s broker, to which only the command line publishes. */
const FIRM_LOGIN =
  'Nothing more was tried, so that the account is not locked. Check the user in --publish-url and PARCEL_DESK_PUBLISH_PASSWORD.'
const FIRM_AUTHORITY =
  'Ask for the certificate authority of the firm’s broker and name its file with --publish-ca-file.'

/** What is used at the broker, for failures to name. */
export type LinkNames = { queue: string; stream?: StreamStart } | { exchange: string }

/**
 * Translates what amqplib throws into a tagged failure; the only place that knows its messages and codes (measured, 2.3.1). A
 * connection that ends before the login may have reached a port that speaks another protocol.
 */
export function linkFailure(thrown: unknown, target: BrokerTarget & LinkNames, isBeforeLogin = false): AppError {
  if (thrown instanceof AppError) return thrown
  const broker = hostPort(target)
  const failure = refusal(thrown, target) ?? networkTrouble(thrown, target) ?? wrongServer(thrown, broker)
  const ended = isBeforeLogin ? endedBeforeLogin(target) : lost(thrown, broker)
  return new AppError(failure ?? ended, { cause: thrown })
}

/** The broker has understood the request and refused it. */
function refusal(thrown: unknown, target: BrokerTarget & LinkNames): Failure | undefined {
  const [text, said, broker] = [textOf(thrown), brokerTextIn(textOf(thrown)), hostPort(target)]
  const { username, virtualHost } = target
  if (text.startsWith('Handshake terminated by server: 403')) {
    const failure = { tag: 'broker-refused', username, broker, ...(said === '' ? {} : { said }) } as const
    return 'exchange' in target ? { ...failure, next: FIRM_LOGIN } : failure
  }
  // The same message for a virtual host that is unknown, forbidden to the user, or starting.
  if (text.startsWith('Expected ConnectionOpenOk')) return { tag: 'virtual-host-refused', virtualHost, broker }
  if ('queue' in target) {
    const isStream = target.stream !== undefined
    return queueRefusal(replyCodeOf(thrown), { queue: target.queue, broker, said, isStream })
  }
  return exchangeRefusal(replyCodeOf(thrown), { exchange: target.exchange, broker, said })
}

function queueRefusal(
  code: number | undefined,
  { queue, broker, said, isStream }: { queue: string; broker: string; said: string; isStream: boolean },
): Failure | undefined {
  switch (code) {
    case 403:
      if (said.includes('exclusive use')) return { tag: 'queue-held', queue, broker }
      return { tag: 'queue-refused', queue, broker, said, isStream }
    case 404:
      return { tag: 'queue-missing', queue, broker, isStream }
    case 405:
      return { tag: 'queue-held', queue, broker }
    case 406:
      return said.includes('x-stream-offset') ? { tag: 'not-a-stream', queue, broker } : undefined
    default:
      return undefined
  }
}

function exchangeRefusal(
  code: number | undefined,
  { exchange, broker, said }: { exchange: string; broker: string; said: string },
): Failure | undefined {
  if (code === 403) return { tag: 'exchange-refused', exchange, broker, said }
  return code === 404 ? { tag: 'exchange-missing', exchange, broker } : undefined
}

function networkTrouble(thrown: unknown, target: BrokerTarget & LinkNames): Failure | undefined {
  const failure = networkFailure(thrown, hostPort(target))?.failure
  if (failure?.tag !== 'tls-untrusted') return failure
  return { next: 'exchange' in target ? FIRM_AUTHORITY : OWN_AUTHORITY, ...failure }
}

/** Something answers that does not speak AMQP, or not as configured. */
function wrongServer(thrown: unknown, origin: string): Failure | undefined {
  const [text, code] = [textOf(thrown), codeOf(thrown)]
  const unreachable = (reason: string): Failure => ({ tag: 'service-unreachable', origin, reason })
  if (/frame size|invalid frame|malformed/i.test(text)) return unreachable('what answers there does not speak AMQP')
  if (text.includes('SASL mechanism')) return unreachable('it takes no login by user name and password')
  if (isCertificateWanted(thrown)) return unreachable('it wants a client certificate that it knows')
  return code.startsWith('ERR_OSSL') ? badPem(code) : undefined
}

/** A TLS port answers plain text like this, and a broker that is shutting down answers anything so. */
function endedBeforeLogin(target: BrokerTarget): Failure {
  const hint = target.tls === undefined ? '; it may want TLS' : ''
  const reason = `it ended the connection before the login${hint}`
  return { tag: 'service-unreachable', origin: hostPort(target), reason }
}

function badPem(code: string): Failure {
  const isMismatch = code.includes('MISMATCH')
  return {
    tag: 'bad-usage',
    message: isMismatch
      ? 'The key of the queue does not belong to its certificate.'
      : 'A certificate or key of the queue is not in PEM form.',
    next: { terminal: 'Check the files that were named.', desk: 'Choose the files of the queue again in Settings.' },
  }
}

function lost(thrown: unknown, broker: string): Failure {
  return { tag: 'connection-lost', endpoint: `the feed from ${broker}`, reason: reasonOf(thrown) }
}

function reasonOf(thrown: unknown): string {
  const [text, code] = [textOf(thrown), codeOf(thrown)]
  if (text === 'Heartbeat timeout') return 'nothing came from the broker any more'
  const said = brokerTextIn(text)
  if (said !== '') return `the broker ended it with “${said}”`
  if (code === 'ECONNRESET' || code === 'EPIPE' || text === 'Unexpected close') return 'the other side closed it'
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'the encrypted connection broke'
  return 'it broke off'
}

/** The broker’s own words, which amqplib quotes, made safe for a sentence. */
function brokerTextIn(text: string): string {
  const start = text.indexOf(QUOTE_START)
  if (start === -1 || !text.endsWith('"')) return ''
  return plainText(text.slice(start + QUOTE_START.length, -1), MAX_QUOTE)
}

/** The AMQP reply code, which amqplib sets as the code of its error. */
function replyCodeOf(thrown: unknown): number | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'number' ? thrown.code : undefined
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : ''
}
