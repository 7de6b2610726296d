import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createNetwork } from '../../../../src/adapters/network/network.ts'
import { createPac } from '../../../../src/adapters/network/pac/pac-ways.ts'
import { runPac } from '../../../../src/adapters/network/pac/run-pac.ts'
import { keyOfWays } from '../../../../src/adapters/network/ways.ts'
import { createHttp } from '../../../../src/adapters/node-http.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { listenHere } from '../../../support/listen-here.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const program = new URL('../../../../src/adapters/network/pac/pac-worker.ts', import.meta.url)
const EXCHANGE = { host: 'exchange.firm.example', port: 443 }

async function waysBy(script: string): Promise<string> {
  const file = join(await tempFolder(), 'proxy.pac')
  await writeFile(file, script)
  return keyOfWays(await openPac()(pathToFileURL(file).href)(EXCHANGE))
}

function openPac(thread = program) {
  const straight = createNetwork({ findWays: () => Promise.resolve([{ kind: 'direct' }]) })
  return createPac({ program: thread, clock: createManualClock(), http: () => createHttp({}, straight) })
}

const answering = (words: string): string => `function FindProxyForURL(url, host) { ${words} }`

describe('a proxy script', () => {
  it('is asked by address and host, without any path, and its list is followed', async () => {
    const script = answering(
      'return url === "https://exchange.firm.example:443/" && dnsDomainIs(host, ".firm.example") ? "PROXY a:1; DIRECT" : "PROXY b:2"',
    )
    expect(await waysBy(script)).toBe('http @a:1;direct')
  })

  it('is read from a web server, and asked once for the requests of five minutes', async () => {
    let reads = 0
    const server = createServer((_asked, answer) => {
      reads += 1
      answer.end(answering('return "PROXY a:1"'))
    })
    const port = await listenHere(server)
    onTestFinished(() => void server.close())
    const find = openPac()(`http://127.0.0.1:${port}/proxy.pac`)
    const both = await Promise.all([find(EXCHANGE), find(EXCHANGE)])
    expect(both.map(keyOfWays)).toEqual(['http @a:1', 'http @a:1'])
    expect(reads).toBe(1)
  })

  it.each([
    ['throws', answering('throw new Error("out of \\u0007order")'), 'fails with “out of order”'],
    ['never ends', answering('for (;;) {}'), 'does not come to an end within a second'],
    ['takes all memory', answering('return "x".repeat(1e9)'), 'takes more memory than'],
    [
      'calls itself for ever',
      `function f() { return f() + 1 } ${answering('return f()')}`,
      'fails with “stack overflow”',
    ],
    ['answers nonsense', answering('return { a: 1 }'), 'answer “[object Object]”, which names no proxy'],
    ['answers nothing', answering(''), 'answer “undefined”, which names no proxy'],
    ['loads modules', answering('return import("node:fs")'), 'names no proxy'],
    [
      'looks the network up',
      answering('for (var i = 0; i < 99; i++) isResolvable("h" + i + ".invalid")'),
      'looks up more than 20 names',
    ],
    ['has ten megabytes', `// ${'x'.repeat(10_000_000)}`, 'is larger than 1.'],
  ])('that %s is a sentence, and nothing hangs', async (_what, script, reason) => {
    const failure = await failureThrown(waysBy(script))
    expect(failure).toMatchObject({ tag: 'service-unreachable', origin: 'https://exchange.firm.example:443' })
    expect(failure).toHaveProperty('reason', expect.stringContaining(reason))
    expect(JSON.stringify(failure).length).toBeLessThan(700)
  })

  it('that is not there is a sentence too', async () => {
    const failure = await failureThrown(openPac()('file:///no/such/proxy.pac')(EXCHANGE))
    expect(failure).toHaveProperty('reason', expect.stringContaining('cannot be read: '))
  })

  it('that nothing here can run is not blamed for its memory', async () => {
    const file = join(await tempFolder(), 'proxy.pac')
    await writeFile(file, answering('return "DIRECT"'))
    const script = pathToFileURL(file)
    const failure = await failureThrown(openPac(new URL('no-such-thread.js', script))(script.href)(EXCHANGE))
    expect(failure).toHaveProperty('reason', expect.stringContaining('could not be run: '))
  })
})

/** What the thread knows of its computer. */
const surroundings = { lookUp: () => Promise.resolve(null), ownAddress: '10.9.8.7', nowMs: 0, offsetMinutes: 0 }

describe('the sandbox of a proxy script', () => {
  const outcome = (script: string) => runPac({ script, url: 'https://x/', host: 'x' }, surroundings)

  it.each([
    ['is no script', '<html>Not found</html>', 'fails with'],
    ['has no function to ask', 'var a = 1', 'fails with'],
    ['reaches for Node', answering('return process.env.HOME'), 'is not defined'],
    ['reaches out of the sandbox', answering('return this.constructor.constructor("return process")()'), 'fails with'],
    ['throws a text', answering('throw "a text"'), 'fails with “a text”'],
    ['throws nothing', answering('throw undefined'), 'fails with “undefined”'],
    ['throws an object that is no error', answering('throw { a: 1 }'), 'fails with “something that is no error”'],
    ['throws where its message is asked for', answering('throw { get message() { throw 1 } }'), 'fails with'],
    ['takes all memory', answering('for (var a = [];;) a.push("x".repeat(4e6) + a.length)'), 'takes more memory'],
  ])('says of one that %s what is wrong', async (_what, script, flaw) => {
    expect(await outcome(script)).toEqual({ flaw: expect.stringContaining(flaw) })
  })

  it('copies nothing out of it but the message of an error, because no limit of memory holds outside', async () => {
    const thrown = '{ message: "a short one", toJSON: function () { return { message: "all of it" } } }'
    expect(await outcome(answering(`throw ${thrown}`))).toEqual({ flaw: 'fails with “a short one”' })
  })

  it.each([
    ['never ends while it is read', 'while (true) {}'],
    ['catches what stops it', answering('for (;;) { try { for (;;) {} } catch (e) {} }')],
  ])('stops one that %s, by the processor time it uses', async (_what, script) => {
    let user = 0
    const used = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: (user += 100_000), system: 0 }))
    onTestFinished(() => used.mockRestore())
    expect(await outcome(script)).toEqual({ flaw: 'does not come to an end within a second' })
  })

  it('does not stop one because it had to wait for the processor', async () => {
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000))
    onTestFinished(() => clock.mockRestore())
    const script = answering('for (var i = 0; i < 1e5; i++) url += ""; return "DIRECT"')
    expect(await outcome(script)).toEqual({ answer: 'DIRECT' })
  })
})

describe('the functions of a proxy script', () => {
  const answerTo = async (expression: string): Promise<unknown> => {
    const question = { script: answering(`return String(${expression})`), url: 'https://x/', host: 'x' }
    const addresses: Record<string, string> = { 'intra.firm.example': '10.1.2.3' }
    const lookUp = (host: string): Promise<string | null> => Promise.resolve(addresses[host] ?? null)
    // A Wednesday, where clocks are an hour ahead of UTC: half past midnight of Thursday.
    const at = { nowMs: Date.parse('2026-11-18T23:30:00Z'), offsetMinutes: -60 }
    return await runPac(question, { lookUp, ownAddress: '10.9.8.7', ...at })
  }

  it.each([
    ['isPlainHostName("intra")', 'true'],
    ['isPlainHostName("intra.firm")', 'false'],
    ['dnsDomainIs("A.Firm.example", ".firm.example")', 'true'],
    ['dnsDomainIs("afirm.example", ".firm.example")', 'false'],
    ['localHostOrDomainIs("www", "www.firm.example")', 'true'],
    ['localHostOrDomainIs("www.other", "www.firm.example")', 'false'],
    ['dnsDomainLevels("a.b.c")', '2'],
    ['dnsResolve("intra.firm.example")', '10.1.2.3'],
    ['dnsResolve("nobody.example")', 'null'],
    ['isResolvable("intra.firm.example")', 'true'],
    ['isInNet("intra.firm.example", "10.1.0.0", "255.255.0.0")', 'true'],
    ['isInNet("192.168.1.1", "10.1.0.0", "255.255.0.0")', 'false'],
    ['isInNet("200.1.1.1", "200.0.0.0", "255.0.0.0")', 'true'],
    ['myIpAddress()', '10.9.8.7'],
    ['shExpMatch("https://a.firm.example/", "*.firm.example/*")', 'true'],
    ['shExpMatch("abc", "a?c")', 'true'],
    ['shExpMatch("a.c", "a.d")', 'false'],
    ['shExpMatch(new Array(3000).join("a"), "*a*a*a*a*a*b")', 'false'],
    ['weekdayRange("THU")', 'true'],
    ['weekdayRange("WED", "GMT")', 'true'],
    ['weekdayRange("MON", "WED")', 'false'],
    ['weekdayRange("SAT", "THU")', 'true'],
    ['weekdayRange("NODAY")', 'false'],
    ['timeRange(0)', 'true'],
    ['timeRange(23, "GMT")', 'true'],
    ['timeRange(8, 18)', 'false'],
    ['timeRange(22, 6)', 'true'],
    ['timeRange(0, 0, 0, 29)', 'false'],
    ['timeRange(0, 29, 59, 0, 30, 0)', 'true'],
    ['dateRange(19)', 'true'],
    ['dateRange(18, "GMT")', 'true'],
    ['dateRange("NOV")', 'true'],
    ['dateRange("JAN", "OCT")', 'false'],
    ['dateRange(1, 31)', 'true'],
    ['dateRange(15, "NOV", 20, "NOV")', 'true'],
    ['dateRange(1, "JAN", 1999, 31, "DEC", 1999)', 'false'],
    ['dateRange(1, "JAN", 1999, 31, "DEC", 2199, "GMT")', 'true'],
    ['dateRange(1999)', 'false'],
  ])('%s is %s', async (expression, answer) => {
    expect(await answerTo(expression)).toEqual({ answer })
  })
})
