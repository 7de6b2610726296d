import { onTestFinished } from 'vitest'
import { type ConnectProxy, type ConnectProxyOptions, openConnectProxy } from './connect-proxy.ts'

/** One that goes with the test. */
export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const proxy = await openConnectProxy(options)
  onTestFinished(proxy.close)
  return proxy
}
