import type { HostFacts } from '../../src/main/desk/desk-ports.ts'
import { startDemoFeed } from '../demo/demo-feed.ts'
import { amendBill, showData } from '../exchange-service/show-set.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'

/** The service’s dates have minutes, so that each later version is seen. */
const AMENDED_EVERY_MS = 60_000

interface ShellDemo {
  facts: NonNullable<HostFacts['demo']>
  /** See `DemoFeed`; at once where there is none. */
  feedStarted: Promise<void>
  stop(): Promise<void>
}

/** The demo's service and, if a broker can be run, its feed. */
export async function startShellDemo(): Promise<ShellDemo> {
  const data = showData()
  const service = await startExchangeService({ data })
  const feed = await startDemoFeed(data)
  const amending = setInterval(() => amendBill(service, data.shown, new Date()), AMENDED_EVERY_MS)
  return {
    feedStarted: feed?.started ?? Promise.resolve(),
    facts: { baseUrl: service.url, ...demoUser, broker: feed?.broker },
    stop: async () => {
      clearInterval(amending)
      await feed?.stop()
      await service.close()
    },
  }
}
