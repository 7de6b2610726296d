import { createServer } from 'node:net'

/** Below the range from which systems assign ports: no server of another test that lets the system choose gets one of these. */
const [FIRST, LAST] = [10_000, 32_000]
/** Far apart for processes that were started one after another. */
let next = (process.pid * 37) % (LAST - FIRST)

/**
 * Ports of this computer that nothing listens on, for programs that must be told theirs. A test that starts a server itself
 * listens on port 0 instead.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    next = (next + 1) % (LAST - FIRST)
    if (await isFree(FIRST + next)) ports.push(FIRST + next)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
