import type { HostFacts } from '../../src/main/desk/desk-ports.ts'
import { startDemoFeed } from '../demo/demo-feed.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'

interface ShellDemo {
  facts: NonNullable<HostFacts['demo']>
  /** See `DemoFeed`; at once where there is none. */
  feedStarted: Promise<void>
  stop(): Promise<void>
}

/** The demo's service and, if a broker can be run, its feed. */
export async function startShellDemo(): Promise<ShellDemo> {
  const data = demoData()
  const service = await startExchangeService({ data })
  const feed = await startDemoFeed(data)
  return {
    feedStarted: feed?.started ?? Promise.resolve(),
    facts: { baseUrl: service.url, ...demoUser, broker: feed?.broker },
    stop: async () => {
      await feed?.stop()
      await service.close()
    },
  }
}
