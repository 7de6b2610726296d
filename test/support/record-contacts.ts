import { appendFileSync } from 'node:fs'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/*
 * Loaded before a program (`node --import`): writes every name that it looks up and every place that it connects to, one a
 * line, into the file CONTACTS_FILE. The names of CONTACTS_HERE are this computer; all others lead nowhere. HTTP, TLS, AMQP
 * and fetch all end in the functions that are replaced here.
 */

const file = process.env['CONTACTS_FILE'] ?? ''
const here = new Set((process.env['CONTACTS_HERE'] ?? '').split(','))
const LOOPBACK = '127.0.0.1'

const note = (line: string): void => appendFileSync(file, `${line}\n`)

type Call = (this: unknown, ...given: unknown[]) => unknown

function replace(target: object, name: string, by: (original: Call) => Call): void {
  const original: unknown = Reflect.get(target, name)
  if (typeof original !== 'function') throw new Error(`there is no ${name} to record`)
  Reflect.set(
    target,
    name,
    by(function call(...given) {
      return Reflect.apply(original, this, given)
    }),
  )
}

function addressOf(name: string): string {
  note(`looks up ${name}`)
  if (here.has(name)) return LOOPBACK
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const textOf = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? `${value}` : '')

replace(net.Socket.prototype, 'connect', (connect) => {
  return function recorded(...given) {
    const [first, second] = given
    const options: unknown = Array.isArray(first) ? first[0] : first
    const port = fieldOf(options, 'port') ?? options
    const host = fieldOf(options, 'host') ?? (typeof second === 'string' ? second : 'localhost')
    const path = fieldOf(options, 'path')
    note(typeof path === 'string' ? `connects to ${path}` : `connects to ${textOf(host)}:${textOf(port)}`)
    return connect.apply(this, given)
  }
})

replace(dns, 'lookup', (lookUp) => {
  return function recorded(...given) {
    const name = String(given[0])
    if (name === 'localhost' || net.isIP(name) !== 0) return lookUp.apply(this, given)
    const answer: unknown = given.at(-1)
    if (typeof answer !== 'function') throw new Error('a lookup without a callback')
    const isAll = fieldOf(given[1], 'all') === true
    process.nextTick(() => {
      try {
        const address = addressOf(name)
        Reflect.apply(answer, undefined, isAll ? [null, [{ address, family: 4 }]] : [null, address, 4])
      } catch (thrown) {
        Reflect.apply(answer, undefined, [thrown])
      }
    })
    return undefined
  }
})

replace(
  dns.promises,
  'lookup',
  () => (name) => Promise.resolve().then(() => ({ address: addressOf(String(name)), family: 4 })),
)
for (const target of [dns, dns.promises]) {
  for (const name of Object.keys(target).filter((one) => one.startsWith('resolve'))) {
    replace(target, name, () => (asked) => addressOf(String(asked)))
  }
}
replace(
  dgram.Socket.prototype,
  'send',
  () =>
    (...given) =>
      note(`sends to ${given.slice(1).map(String).join(' ')}`),
)
syncBuiltinESMExports()
