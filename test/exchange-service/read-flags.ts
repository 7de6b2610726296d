import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { ExchangeData } from './exchange-data.ts'
import { type FaultKind, faultKindNames, type FaultRule, type FaultRules } from './fault-rules.ts'
import { largeData } from './large-data.ts'
import { type Quota, quotaHints } from '../support/service-manners.ts'
import type { ServiceOptions } from './start-exchange-service.ts'

const number = z.coerce.number().nonnegative()
const flags = z.object({
  port: number.max(65_535).optional(),
  paging: z.enum(['query', 'body', 'none']).optional(),
  'page-limit': number.optional(),
  'token-uses': number.optional(),
  'token-lifetime-ms': number.optional(),
  'start-delay-ms': number.optional(),
  'delay-ms': number.optional(),
  'documents-only-when-unique': z.boolean().optional(),
  seed: number.optional(),
  fault: z.array(z.string()).default([]),
  'requests-allowed': number.optional(),
  bears: number.optional(),
  quota: z.string().optional(),
  'stall-every': number.optional(),
  'tls-key': z.string().optional(),
  'tls-cert': z.string().optional(),
  sets: number.optional(),
  'documents-per-set': number.default(1),
  customers: number.default(1),
})

const faultPattern = /^(?:(?<match>\w+)\.)?(?<kind>\w+)(?:=(?<probability>[\d.]+)|@(?<nth>\d+))$/
const faultParts = z.object({
  match: z.enum(['token', 'counterparties', 'search', 'document', 'any']).default('document'),
  kind: z.enum(faultKindNames),
  probability: number.max(1).optional(),
  nth: number.optional(),
})

const quotaPattern = /^(?<calls>\d+)\/(?<seconds>\d+)(?:,(?<tells>[a-z-]+))?$/
const quotaParts = z.object({ calls: number, seconds: number, tells: z.enum(quotaHints).optional() })

/** Options of the service from command-line flags. Throws with a sentence for each flag that is not valid. */
export function readFlags(args: string[]): ServiceOptions {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.keys(flags.shape).map((name) => [
        name,
        { type: name === 'documents-only-when-unique' ? 'boolean' : 'string', multiple: name === 'fault' } as const,
      ]),
    ),
  })
  const given = flags.parse(values)
  return {
    port: given.port,
    paging: given.paging,
    pageLimit: given['page-limit'],
    tokenUses: given['token-uses'],
    tokenLifetimeMs: given['token-lifetime-ms'],
    startDelayMs: given['start-delay-ms'],
    delayMs: given['delay-ms'],
    bears: given.bears,
    quota: quotaOf(given.quota),
    stalls: given['stall-every'] === undefined ? undefined : { every: given['stall-every'] },
    documentsOnlyWhenUnique: given['documents-only-when-unique'],
    seed: given.seed,
    tls: tlsOf(given['tls-key'], given['tls-cert']),
    data: dataOf(given),
    faults: { ...faultsOf(given.fault), requestsAllowed: given['requests-allowed'] },
  }
}

function quotaOf(text: string | undefined): Quota | undefined {
  if (text === undefined) return undefined
  const parts = quotaPattern.exec(text)?.groups
  if (parts === undefined) throw new Error('--quota must look like 60/60 or 60/60,retry-after')
  return quotaParts.parse(parts)
}

function tlsOf(keyFile: string | undefined, certFile: string | undefined): ServiceOptions['tls'] {
  if (keyFile === undefined && certFile === undefined) return undefined
  if (keyFile === undefined || certFile === undefined) throw new Error('--tls-key and --tls-cert go together')
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
}

/** Demo data unless a number of sets is asked for. */
function dataOf(given: z.output<typeof flags>): ExchangeData | undefined {
  if (given.sets === undefined) return undefined
  return largeData({ sets: given.sets, documentsPerSet: given['documents-per-set'], customers: given.customers })
}

/** Shares of documents go on one throw of dice, so that 503=0.1 and reset=0.1 spoil a fifth of them; the rest become rules. */
function faultsOf(texts: string[]): FaultRules {
  const documents: Partial<Record<FaultKind, number>> = {}
  const rules: FaultRule[] = []
  for (const text of texts) {
    const parts = faultPattern.exec(text)?.groups
    if (parts === undefined) throw new Error('--fault must look like 503=0.08, search.html=1 or token.503@2')
    const rule = faultParts.parse(parts)
    if (rule.match === 'document' && rule.probability !== undefined) documents[rule.kind] = rule.probability
    else rules.push(rule)
  }
  return { documents, rules }
}
