import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const netLog = z.object({
  constants: z.object({ logEventTypes: z.record(z.string(), z.number()) }),
  events: z.array(
    z.object({ type: z.number(), source: z.object({ id: z.number() }), params: z.looseObject({}).optional() }),
  ),
})

/** Names that Chromium had to look up, places that it connected to, and addresses that it sent datagrams to. */
const EVENTS: Record<string, { says: string; field: string }> = {
  HOST_RESOLVER_MANAGER_JOB: { says: 'looks up', field: 'host' },
  HOST_RESOLVER_SYSTEM_TASK: { says: 'looks up', field: 'hostname' },
  TCP_CONNECT_ATTEMPT: { says: 'connects to', field: 'address' },
  UDP_CONNECT: { says: 'sends to', field: 'address' },
}

/**
 * What a browser contacted, from the file of `--log-net-log`, which it completes when it is closed. A datagram socket counts
 * only if something was sent by it: to learn whether there is IPv6, Chromium connects one to an address of the internet and
 * asks the system for the route, which sends nothing.
 */
export async function netLogContacts(file: string): Promise<string[]> {
  const { constants, events } = netLog.parse(JSON.parse(await readFile(file, 'utf8')))
  const typeOf = (name: string): number => {
    const type = constants.logEventTypes[name]
    if (type === undefined) throw new Error(`this Chromium logs no ${name}`)
    return type
  }
  const sent = new Set(events.filter(({ type }) => type === typeOf('UDP_BYTES_SENT')).map(({ source }) => source.id))
  const known = new Map(Object.entries(EVENTS).map(([name, event]) => [typeOf(name), event]))
  const contacts = events.flatMap(({ type, source, params }) => {
    const event = known.get(type)
    const value = event === undefined ? undefined : params?.[event.field]
    const isContact = event?.says !== 'sends to' || sent.has(source.id)
    return typeof value === 'string' && isContact ? [`${event?.says ?? ''} ${value}`] : []
  })
  return [...new Set(contacts)].toSorted()
}
