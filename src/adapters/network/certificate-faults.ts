import { X509Certificate } from 'node:crypto'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { Advice } from '../../shared/errors/failure.ts'
import { hostPort } from '../../shared/text/addresses.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { codeOf } from '../network-failures.ts'
import type { Network, Place } from './network.ts'
import { readChain } from './shown-certificates.ts'
import type { Way } from './ways.ts'

interface Untrusted {
  network: Network
  place: Place
  ways: readonly Way[]
  extraCa: string | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
}

/**
 * The failure tls-untrusted, with what the server’s certificates say in addition: Node tells only a code, so they are looked at
 * on a connection of their own. Never fails: where that is not possible, the failure stays as it is.
 */
export async function explainUntrusted(thrown: unknown, untrusted: Untrusted): Promise<unknown> {
  const failure = failureOf(thrown)
  if (failure?.tag !== 'tls-untrusted' || !(thrown instanceof Error)) return thrown
  const fault = await lookAt(codeOf(thrown.cause), untrusted).catch(ignoring('the first failure says enough'))
  if (fault === undefined) return thrown
  return new AppError({ ...failure, ...fault }, { cause: thrown.cause })
}

async function lookAt(code: string, untrusted: Untrusted): Promise<CertificateFault | undefined> {
  const { network, place, ways, extraCa, timeoutMs } = untrusted
  const signals = [untrusted.signal, AbortSignal.timeout(timeoutMs)].filter((one) => one !== undefined)
  const signal = AbortSignal.any(signals)
  const opened = await network.open(place, ways, { timeoutMs, signal })
  const proxy = opened.proxy === undefined ? undefined : hostPort(opened.proxy)
  const { chain } = await readChain({ socket: opened.socket, host: place.host }, signal)
  // Read by then: without the system's authorities nothing is called untrusted.
  const trusted = (await network.authorities.list({ trust: 'system', extraCa, origin: hostPort(place) }, signal)) ?? []
  return describeFault({ code, chain, host: place.host, proxy, trusted, now: new Date() })
}

/** What is wrong with a certificate: the end of “The certificate of … is not trusted: …”, and what to do, if not the usual. */
interface CertificateFault {
  reason: string
  next?: Advice
}

export interface FaultyChain {
  /** Of OpenSSL or Node. */
  code: string
  /** From the server’s own up. */
  chain: readonly X509Certificate[]
  host: string
  /** `host:port` of the proxy on the way. */
  proxy: string | undefined
  /** In PEM. */
  trusted: readonly string[]
  now: Date
}

/** The longest name of a certificate in a sentence. */
const MAX_NAME = 80
const MAX_NAMES = 3
const DATE_CHARS = 10

const RENEW: Advice = 'Ask whoever runs that server to renew it. If the date of this computer is wrong, set it right.'

const INSPECTED: Advice = {
  terminal:
    'If your company inspects encrypted connections, ask its IT department for the certificate authority of that proxy, and name its file with --ca-file.',
  desk: 'If your company inspects encrypted connections, ask its IT department to make the certificate authority of that proxy known to this computer, or choose its file.',
}

/** Undefined where the chain says no more than the code. Names in it come from outside: they are made plain and cut. */
function describeFault(faulty: FaultyChain): CertificateFault | undefined {
  const [own] = faulty.chain
  if (own === undefined) return undefined
  switch (faulty.code) {
    case 'CERT_HAS_EXPIRED':
      return expired(faulty, own)
    case 'CERT_NOT_YET_VALID':
      return notYetValid(faulty, own)
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return wrongName(faulty, own)
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return selfSigned(faulty, own)
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return unknownIssuer(faulty, own)
    default:
      return undefined
  }
}

function expired({ chain, now }: FaultyChain, own: X509Certificate): CertificateFault {
  const old = chain.find(({ validToDate }) => validToDate < now) ?? own
  return { reason: `${described(old, own)} expired on ${dayOf(old.validToDate)}`, next: RENEW }
}

function notYetValid({ chain, now }: FaultyChain, own: X509Certificate): CertificateFault {
  const early = chain.find(({ validFromDate }) => validFromDate > now) ?? own
  const from = `is valid only from ${dayOf(early.validFromDate)} on, and today is ${dayOf(now)} on this computer`
  return {
    reason: `${described(early, own)} ${from}`,
    next: 'Set the date of this computer right; if it is, ask whoever runs that server for one that is valid now.',
  }
}

function wrongName({ host }: FaultyChain, own: X509Certificate): CertificateFault {
  const names = namesOf(own)
  const listed = names.slice(0, MAX_NAMES).join(', ')
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return {
    reason: `${described(own, own)} is for ${listed === '' ? 'no name at all' : listed + more} and not for ${host}`,
    next: 'Use the name that it was issued for, or ask whoever runs that server for a certificate with this one.',
  }
}

function selfSigned({ proxy }: FaultyChain, own: X509Certificate): CertificateFault {
  const advice = 'Ask whoever runs that server for a certificate of your company’s authority.'
  const byHand = 'If it is meant to be so, have its file sent to you in another way and'
  return {
    reason: `${titleOf(own.subject)} is signed by itself, so that nobody vouches for it${throughProxy(proxy)}`,
    next: {
      terminal: `${advice} ${byHand} name it with --ca-file.`,
      desk: `${advice} ${byHand} choose it as the certificate file.`,
    },
  }
}

/** Whether a link is missing, or the end of the chain, can be told only where the organisation of the issuer is known here. */
function unknownIssuer({ chain, proxy, trusted }: FaultyChain, own: X509Certificate): CertificateFault {
  const last = chain.at(-1) ?? own
  const isWhole = last.subject === last.issuer
  const authority = titleOf(last.issuer)
  const organisation = partOf(last.issuer, 'O')
  if (!isWhole && organisation !== undefined && trusted.some((pem) => organisationOf(pem) === organisation)) {
    return {
      reason: `the server does not send the certificate of ${authority}, which issued ${titleOf(last.subject)} and would link it to the authority of ${organisation} that is known here`,
      next: 'Ask whoever runs that server to send the whole chain: its own certificate and every intermediate one.',
    }
  }
  const between = chain.length > (isWhole ? 2 : 1) ? ' in the end' : ''
  const alone = chain.length === 1 && !isWhole ? ', and the server sends no certificate of it' : ''
  const issued = `${titleOf(own.subject)} was issued${between} by ${authority}`
  const reason = `${issued}, which is not known here${alone}${throughProxy(proxy)}`
  return proxy === undefined ? { reason } : { reason, next: INSPECTED }
}

function throughProxy(proxy: string | undefined): string {
  return proxy === undefined
    ? ''
    : `; the connection leads through the proxy ${proxy}, which may be opening it on its way`
}

function described(one: X509Certificate, own: X509Certificate): string {
  const which = one === own ? '' : `the certificate above it, `
  return `${which}${titleOf(one.subject)}, issued by ${titleOf(one.issuer)},`
}

/** “name”, or “name” (organisation). */
function titleOf(name: string): string {
  const [common, organisation] = [partOf(name, 'CN'), partOf(name, 'O')]
  if (common === undefined) return `“${organisation ?? 'without a name'}”`
  return organisation === undefined ? `“${common}”` : `“${common}” (${organisation})`
}

/** `subject` and `issuer` of Node: one part a line, as `CN=mq.example`. */
function partOf(name: string, key: 'CN' | 'O'): string | undefined {
  const line = name.split('\n').find((one) => one.startsWith(`${key}=`))
  const text = line === undefined ? '' : plainText(line.slice(key.length + 1), MAX_NAME)
  return text === '' ? undefined : text
}

function organisationOf(pem: string): string | undefined {
  try {
    return partOf(new X509Certificate(pem).subject, 'O')
  } catch {
    return undefined
  }
}

/** `DNS:a.example, IP Address:10.0.0.1`, or the common name of an old certificate. */
function namesOf(certificate: X509Certificate): string[] {
  const alternatives = certificate.subjectAltName ?? ''
  const names = alternatives
    .slice(0, MAX_NAME * MAX_NAMES * MAX_NAMES)
    .split(', ')
    .flatMap((one) => /^(?:DNS|IP Address):(.+)$/.exec(one)?.[1] ?? [])
    .map((one) => plainText(one, MAX_NAME))
  if (names.length > 0) return names
  const common = partOf(certificate.subject, 'CN')
  return common === undefined ? [] : [common]
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, DATE_CHARS)
}
