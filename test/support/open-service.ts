import { onTestFinished } from 'vitest'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../exchange-service/start-exchange-service.ts'
import { type Script, type ScriptedService, startScriptedService } from './scripted-service.ts'
import { createTestClient, type TestClient, type TestClientOptions } from './test-client.ts'

type ClientOptions = Omit<TestClientOptions, 'service'>

/** A client of the service, closed at the end of the test. */
export function openClient(service: { url: string }, options: ClientOptions = {}): TestClient {
  const opened = createTestClient({ service, ...options })
  onTestFinished(opened.client.close)
  return opened
}

/** The exchange service and a client of it, both closed at the end of the test. */
export async function openExchange(
  serviceOptions: ServiceOptions = {},
  options: ClientOptions = {},
): Promise<TestClient & { service: ExchangeService }> {
  const service = await startExchangeService(serviceOptions)
  onTestFinished(service.close)
  return { service, ...openClient(service, options) }
}

/** A scripted service and a client of it, both closed at the end of the test. */
export async function openScripted(
  script: Script,
  options: ClientOptions = {},
): Promise<TestClient & { service: ScriptedService }> {
  const service = await startScriptedService(script)
  onTestFinished(service.close)
  return { service, ...openClient(service, options) }
}
