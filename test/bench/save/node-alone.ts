import { createWriteStream, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { Agent as SecureAgent, get as getSecurely } from 'node:https'
import { join } from 'node:path'
import { argv } from 'node:process'
import { pipeline } from 'node:stream/promises'

/*
 * What a loop in Node takes that keeps none of our promises: no check, no hash, no flush, no temporary name, no record. Run as
 * JavaScript, as `node node-alone.js <connections> <header> <list of addresses> <folder>`.
 */

const [connections = '', authorization = '', list = '', folder = ''] = argv.slice(2)
const options = { keepAlive: true, maxSockets: Number(connections) }
const agent = new Agent(options)
const secureAgent = new SecureAgent(options)
const addresses = readFileSync(list, 'utf8').trimEnd().split('\n').values()

function fetchOne(address: string): Promise<void> {
  const headers = { authorization }
  const file = join(folder, `${address.slice(address.lastIndexOf('/') + 1)}.pdf`)
  return new Promise((resolve, reject) => {
    const request = address.startsWith('https:')
      ? getSecurely(address, { agent: secureAgent, headers })
      : get(address, { agent, headers })
    request.on('error', reject).on('response', (answer) => {
      pipeline(answer, createWriteStream(file)).then(resolve, reject)
    })
  })
}

async function work(): Promise<void> {
  for (const address of addresses) await fetchOne(address)
}

await Promise.all(Array.from({ length: options.maxSockets }, work))
agent.destroy()
secureAgent.destroy()
