import { setTimeout as delay } from 'node:timers/promises'
import type { Company } from './company.ts'
import type { Fault } from './plan-faults.ts'

/** Lets a fault happen, and ends it. False where it cannot happen on this computer. */
export async function strike(company: Company, fault: Fault): Promise<boolean> {
  const { service, broker, disk } = company
  switch (fault.kind) {
    case 'kill':
      signal(company, fault.actor, 'SIGKILL')
      return true
    case 'interrupt':
      signal(company, fault.actor, 'SIGINT')
      return true
    case 'sleep':
      return await during(fault.seconds, {
        begin: () => signal(company, fault.actor, 'SIGSTOP'),
        end: () => signal(company, fault.actor, 'SIGCONT'),
      })
    case 'broker restart':
      return await during(fault.seconds, { begin: broker.stopApp, end: broker.startApp })
    case 'connections cut':
      await broker.closeConnections('cut by the campaign')
      return true
    case 'memory alarm':
      return await during(fault.seconds, {
        begin: () => broker.setMemoryAlarm(true),
        end: () => broker.setMemoryAlarm(false),
      })
    case 'service away':
      return await during(fault.seconds, { begin: service.goAway, end: service.comeBack })
    case 'tokens die':
      service.faults.revokeTokens()
      return true
    case 'tokens refused':
      return await during(fault.seconds, {
        begin: () => service.faults.refuseTokens(true),
        end: () => service.faults.refuseTokens(false),
      })
    case 'bad answers':
      return await during(fault.seconds, {
        begin: () => service.faults.add({ match: fault.of, kind: fault.answer, probability: fault.share }),
        end: () => service.faults.clear(),
      })
    case 'disk full':
      if (disk.faults === undefined) return false
      return await during(fault.seconds, { begin: disk.faults.fill, end: disk.faults.free })
    case 'share away':
      if (disk.faults === undefined) return false
      return await during(fault.seconds, { begin: disk.faults.takeAway, end: disk.faults.bringBack })
    case 'clock jump':
      company.jumpClock(fault.hours)
      return true
    case 'new version':
      changeSet(company, fault.document)
      return true
    default:
      return false
  }
}

function changeSet({ service, customers }: Company, fraction: number): void {
  const { total, slice } = service.data.search({ customerIds: [...customers] })
  const [set] = slice(Math.floor(fraction * total), total)
  for (const { documentId } of set?.row.documents ?? []) service.changeDocument(documentId)
}

function signal({ actors }: Company, name: string, wanted: NodeJS.Signals): void {
  actors.find((actor) => actor.name === name)?.signal(wanted)
}

async function during(seconds: number, { begin, end }: { begin: () => unknown; end: () => unknown }): Promise<true> {
  await begin()
  await delay(seconds * 1_000)
  await end()
  return true
}
