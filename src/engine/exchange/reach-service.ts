import type { HttpPort } from '../ports/http.ts'
import type { ServerIdentity } from '../ports/network.ts'

/** What answers at an address. */
export interface Reached {
  status: number
  /** Undefined where the connection is not encrypted, as on this computer. */
  server: ServerIdentity | undefined
}

/** More of an unknown page is not worth keeping the connection for. */
const MAX_READ_BYTES = 64 * 1024

/** Calls an address without credentials, so that reaching it and signing in are told apart. Any HTTP answer will do. */
export async function reachService(http: HttpPort, baseUrl: string, signal?: AbortSignal): Promise<Reached> {
  const reached: Reached = { status: 0, server: undefined }
  const enough = new Error('enough was read')
  let bytes = 0
  const receiver = {
    secured: (server: ServerIdentity) => {
      reached.server = server
    },
    head: ({ status }: { status: number }) => {
      reached.status = status
    },
    data: (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_READ_BYTES) throw enough
      return undefined
    },
  }
  const request = { method: 'GET', url: new URL(baseUrl), endpoint: 'the address of the service', headers: {} } as const
  try {
    await http.stream(request, receiver, signal)
  } catch (thrown) {
    if (thrown !== enough) throw thrown
  }
  return reached
}
