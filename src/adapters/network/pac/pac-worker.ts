import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type PacQuestion, runPac } from './run-pac.ts'

const LOOPBACK = '127.0.0.1'

parentPort?.once('message', (question: PacQuestion) => {
  void runPac(question, {
    lookUp: async (host) => (await lookup(host, { family: 4 })).address,
    ownAddress: ownAddress(),
    nowMs: Date.now(),
    offsetMinutes: new Date().getTimezoneOffset(),
  }).then((answer) => parentPort?.postMessage(answer, []))
})

/** The first address of this computer in its network. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? LOOPBACK
}
