import { ZodError, prettifyError } from 'zod'
import { readFlags } from './read-flags.ts'
import { demoUser, startExchangeService, type ServiceOptions } from './start-exchange-service.ts'

/** Runs the service until it is interrupted; the one line on stdout says where it is and who may sign in. */
async function main(options: ServiceOptions): Promise<void> {
  const service = await startExchangeService(options)
  process.stdout.write(`${JSON.stringify({ url: service.url, ...demoUser })}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close())
}

try {
  await main(readFlags(process.argv.slice(2)))
} catch (error) {
  const reason =
    error instanceof ZodError ? prettifyError(error) : error instanceof Error ? error.message : String(error)
  process.stderr.write(`${reason}\n`)
  process.exitCode = 2
}
